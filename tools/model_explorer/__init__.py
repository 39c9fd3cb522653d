"""The adapter for Model Explorer: `model-explorer --extensions=tieshape.tools.model_explorer`."""
