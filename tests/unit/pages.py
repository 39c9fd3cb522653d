"""The pages of the documentation, the commands that they name, and the program of their examples."""

from collections.abc import Callable
from pathlib import Path

from tieshape.tools import opt, run, tieshape

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "tieshape-opt": opt.main,
    "tieshape": tieshape.run,
    "tieshape-run": run.run,
}
SUM = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
"""
