"""Which function of a module is run."""

from collections.abc import Iterable

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr

from .errors import RunError


def entry_function(module: ModuleOp, name: str | None = None) -> func.FuncOp:
    """Function `name`; without a name the only public function with a body, or else `main`.

    RunError when there is none.
    """
    functions = {op.sym_name.data: op for op in module.body.ops if isinstance(op, func.FuncOp)}
    defined = {key: op for key, op in functions.items() if op.body.blocks}
    if name is not None:
        if name in defined:
            return defined[name]
        state = "has no body" if name in functions else "does not exist"
        raise RunError(f"function @{name} {state}; {_listing(defined)}")
    public = [op for op in defined.values() if not _is_private(op)]
    if len(public) == 1:
        return public[0]
    if "main" in defined:
        return defined["main"]
    which = f"{_listing(defined)}; name one with --function" if defined else _listing(defined)
    raise RunError(f"there is no single public function and no @main; {which}")


def _listing(functions: Iterable[str]) -> str:
    names = ", ".join(f"@{name}" for name in functions)
    return f"functions with a body: {names or 'none'}"


def _is_private(function: func.FuncOp) -> bool:
    visibility = function.sym_visibility
    return isinstance(visibility, StringAttr) and visibility.data == "private"
