"""ONNX models (https://onnx.ai/onnx) as functions of tf and mhlo ops.

`import_model` is the way in, `protobuf` the one file that needs the package `onnx`. A family of
operators is a file, whose `NODES` tell for each operator the function that translates it. What an
operator means is read in its specification; where TensorFlow's op means something else, the
difference is spelled out in ops.
"""
