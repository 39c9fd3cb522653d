"""tieshape: shape constraints as first-class IR, on xDSL."""
