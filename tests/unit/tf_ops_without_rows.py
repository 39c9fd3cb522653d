"""The tf ops that need no rule or no lowering, and why."""

from tieshape.dialects import tf
from xdsl.ir import Operation

INLINED = "tieshape-inline-tf-functions puts the called functions in its place"
ONLY_READ = "tieshape-inline-tf-functions makes the variable an argument"
NO_RESULT = "there is nothing to compute: tieshape-inline-tf-functions removes it"
ALWAYS_KNOWN = "its elements follow from shapes, so that they are made where they are needed"

NO_RULE: dict[type[Operation], str] = {
    tf.CaseOp: INLINED,
    tf.IfOp: INLINED,
    tf.LegacyCallOp: INLINED,
    tf.WhileOp: INLINED,
    tf.PartitionedCallOp: INLINED,
    tf.StatefulPartitionedCallOp: INLINED,
    tf.AssignVariableOp: "variables that are written are refused by tieshape-inline-tf-functions",
    tf.ReadVariableOp: ONLY_READ,
    tf.ResourceGatherOp: ONLY_READ,
    tf.ResourceGatherNdOp: ONLY_READ,
    tf.VarHandleOp: ONLY_READ,
    tf.VariableShapeOp: ONLY_READ,
    tf.NoOp: NO_RESULT,
}

NO_LOWERING: dict[type[Operation], str] = {
    **NO_RULE,
    tf.ConstOp: "a constant is made where it is needed",
    tf.TensorListElementShapeOp: ALWAYS_KNOWN,
    tf.TensorListLengthOp: ALWAYS_KNOWN,
    tf.TensorListSplitOp: "tieshape-infer-shapes rewrites lists of items of different sizes",
}
