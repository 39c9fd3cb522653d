"""The observers of a run that its command line asks for."""

import argparse
import sys

from ..text.usage_error import UsageError
from .observers import PassObserver, PrintAfterChange, PrintAfterEachPass
from .progress import Progress, installed_meter
from .statistics import PassStatistics


def observers_for(args: argparse.Namespace) -> list[PassObserver]:
    """The observers that the command line asks for, in the order in which they are called."""
    observers: list[PassObserver] = []
    if not args.quiet and sys.stderr.isatty():
        observers.append(Progress(meter=installed_meter()))
    if args.print_between_passes:
        observers.append(PrintAfterEachPass())
    elif args.print_ir_after_change:
        observers.append(PrintAfterChange())
    if args.pass_statistics:
        observers.append(PassStatistics())
    if args.verify_survival:
        from .survival import VerifySurvival

        observers.append(VerifySurvival())
    if args.report is not None or args.summary:
        from .report import Report

        if args.report == "-" and args.output_file in (None, "-"):
            raise UsageError("--report - needs -o FILE: the module is on standard output")
        observers.append(Report(args.report, args.summary, args.static_check))
    elif args.static_check:
        raise UsageError("--static-check needs --report or --summary to say its answer in")
    return observers
