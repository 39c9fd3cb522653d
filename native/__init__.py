"""Compiled models as machine code: `lowering` makes loops over buffers, upstream MLIR the rest.

The extra `tieshape[native]` brings MLIR (`torch-mlir`) and a BLAS (`scipy-openblas32`). Without it
everything runs on the interpreter.
"""
