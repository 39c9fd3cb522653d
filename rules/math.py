"""Rules for functions of numbers: `math` ops on scalars, or on tensors element by element."""

from xdsl.dialects.math import Math

from .rule import OpRule, RuleTable, table
from .scalar_shapes import elementwise_shape

MATH_RULES: RuleTable = table(*(OpRule(op, shape=elementwise_shape) for op in Math.operations))
