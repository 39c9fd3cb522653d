"""`tieshape show`: what is known of a model as one page to look at in a browser."""
