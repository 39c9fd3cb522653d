"""`tieshape-opt`: xDSL's driver with tieshape's dialects and passes."""

from xdsl.xdsl_opt_main import xDSLOptMain


def main() -> None:
    xDSLOptMain().run()
