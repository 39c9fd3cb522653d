"""Where packages keep what they say of themselves: `importlib.metadata` is slow to import."""

from __future__ import annotations

import os
import re
import sys
from functools import lru_cache
from importlib.machinery import PathFinder

_OTHERS = (".egg", ".egg-link")
_ENDS = (".dist-info", ".egg-info", *_OTHERS)


def metadata_folders() -> list[str] | None:
    """The folders with the metadata of all installed packages, in the order of `sys.path`; None
    where packages may lie elsewhere than in such folders, so that `importlib.metadata` is to ask.
    """
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    if finders != [PathFinder]:
        return None
    found = list[str]()
    for place in dict.fromkeys(place or "." for place in sys.path):
        try:
            state = os.stat(place)
        except OSError:
            continue
        folders = None if place.endswith(".egg") else _in_place(place, state.st_mtime_ns)
        if folders is None:
            return None
        found += folders
    return found


@lru_cache(64)
def _in_place(place: str, _time: int) -> list[str] | None:
    """The folders of one entry of `sys.path`, as it is since some time."""
    try:
        names = sorted(name for name in os.listdir(place) if name.endswith(_ENDS))
    except OSError:  # an archive
        return None
    if any(name.endswith(_OTHERS) for name in names):
        return None
    return [os.path.join(place, name) for name in names]


def folder_of(package: str, folders: list[str]) -> str | None:
    """The first of `folders` that is of `package`."""
    for folder in folders:
        if normalized(os.path.basename(folder).partition("-")[0]) == normalized(package):
            return folder
    return None


@lru_cache(4096)
def normalized(name: str) -> str:
    """The name of a package by which it is found."""
    return re.sub(r"[-_.]+", "_", name).lower()


def may_have_entries(group: str) -> bool:
    """Whether a package may name something in the entry point group; False is sure."""
    packages = packages_with_entries(group)
    return packages is None or bool(packages)


def packages_with_entries(group: str) -> set[str] | None:
    """The `normalized` names of packages that may name something in the entry point group, all that
    do among them; None where they are not known.
    """
    if (folders := metadata_folders()) is None:
        return None
    found = (folder for folder in folders if group in (text_in(folder, "entry_points.txt") or ""))
    return {normalized(os.path.basename(folder).partition("-")[0]) for folder in found}


def text_in(folder: str, name: str) -> str | None:
    """A file in a folder, None where there is none."""
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()
    except OSError:
        return None
