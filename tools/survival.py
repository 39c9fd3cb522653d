"""`--verify-survival`: no pass may lose a fact."""

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ..analysis.survival import Snapshot
from .observers import PassObserver


class VerifySurvival(PassObserver):
    """Proves after each pass the facts stated before it, and ends the run where one is lost."""

    _before: Snapshot

    def started(self, module: ModuleOp, passes: tuple[ModulePass, ...]) -> None:
        self._before = Snapshot.of(module)

    def after_pass(self, pass_: ModulePass, module: ModuleOp) -> None:
        later = Snapshot.of(module)
        lost = self._before.lost_in(later)
        if lost:
            raise PassFailedException(
                f"pass {pass_.name} lost {len(lost)} of {len(self._before.stated)} facts: "
                + "; ".join(map(str, lost[:8]))
            )
        self._before = later
