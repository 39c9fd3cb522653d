"""xDSL's interpreter with checks: every value is held against its type and its symbols."""

from collections.abc import Sequence

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.interpreter import Interpreter, InterpreterFunctions, OpImplResult, PythonValues
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import InterpretationError

from ..dialects import mhlo
from .arrays import Array, round_to_bf16
from .control import FunctionCalls
from .errors import FactViolated, RunError
from .expected import Expected, expected_of
from .kernels import KernelTable
from .sdim import SdimFunctions
from .sizes import ModuleFacts, words_of

LOOPS = (mhlo.WhileOp, scf.ForOp, scf.WhileOp)


class CheckingInterpreter(Interpreter):
    """Runs the operations of `table`; any others by the functions registered with xDSL's interface.

    With `checking`, each operation's results and each region's arguments must fit their types and
    the symbols' sizes, and the facts of the module must hold; without, symbols are only bound.
    """

    def __init__(
        self, module: ModuleOp, table: KernelTable, functions: Sequence[InterpreterFunctions] = ()
    ) -> None:
        super().__init__(module)
        self._table = table
        self._expected: dict[Operation | Block, tuple[Expected | None, ...]] = {}
        self.facts = ModuleFacts.of(module, self.run_op)
        self.set_data(SdimFunctions, "facts", self.facts)
        self.register_implementations(FunctionCalls())
        for extra in functions:
            self.register_implementations(extra, override=True)

    def call(
        self, function: func.FuncOp, args: PythonValues, *, checking: bool = True
    ) -> PythonValues:
        """Runs `function` as a new run: no symbol is bound before."""
        scope = self._ctx
        self.facts.sizes.checking = checking
        try:
            self.facts.begin()
            results = self.call_op(function, args)
            self.facts.finish()
            return results
        finally:
            self._ctx = scope

    def run_ssacfg_region(
        self, region: Region, args: PythonValues, name: str = "unknown"
    ) -> PythonValues:
        """As in xDSL, after the arguments of the entry block have been checked.

        A symbol that a loop's region binds has a size of its own on each trip.
        """
        sizes = self.facts.sizes
        mark = sizes.mark() if isinstance(region.parent, LOOPS) else None
        if (block := region.blocks.first) is not None:
            args = self._checked(block, block.args, args)
            if isinstance(region.parent, func.FuncOp):
                self.facts.settle()
        results = super().run_ssacfg_region(region, args, name)
        if mark is not None:
            sizes.forget(mark)
        return results

    def _run_op(self, op: Operation, inputs: PythonValues) -> OpImplResult:
        for listener in self.listeners:
            listener.will_interpret_op(op, inputs)
        kernel = self._table.get(type(op))
        try:
            if kernel is None:
                result = self._impls.run(self, op, inputs)
            else:
                result = kernel(self, op, inputs)
            values = self._checked(op, op.results, result.values)
        except RunError as error:
            error.op = op if error.op is None else error.op
            raise
        except (
            ArithmeticError,
            IndexError,
            InterpretationError,
            MemoryError,
            NotImplementedError,
            ValueError,
        ) as error:
            raise RunError(f"{op.name}: {error}", op) from error
        for listener in self.listeners:
            listener.did_interpret_op(op, values)
        return OpImplResult(values, result.terminator_value)

    def _checked(
        self, owner: Operation | Block, definitions: Sequence[SSAValue], values: PythonValues
    ) -> PythonValues:
        """`values`, bf16 ones rounded, after they have been held against what defines them."""
        expected = self._expected.get(owner)
        if expected is None:
            expected = tuple(expected_of(definition.type) for definition in definitions)
            self._expected[owner] = expected
        for index, promise in enumerate(expected):
            if promise is None:
                continue
            if promise.is_bf16:
                rounded = round_to_bf16(values[index])
                values = (*values[:index], rounded, *values[index + 1 :])
            self._check(definitions[index], promise, values[index])
        return values

    def _check(self, definition: SSAValue, promise: Expected, value: Array) -> None:
        sizes = self.facts.sizes
        if sizes.checking and (fault := promise.fault(value)) is not None:
            raise FactViolated(f"{words_of(definition)} contradicts its type: {fault}")
        shape = value.shape
        for axis, name in promise.symbols:
            if sizes.get(name) != shape[axis]:
                sizes.see(name, shape[axis], definition, axis)
