"""Small models of keras_hub that take more than tokens: images beside text, sounds, films."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import keras_hub.models as hub
import numpy as np
from models_of_keras_hub import RANDOM, TOKENS, VOCABULARY, Made, made, tokens

LAYERS = {"num_layers": 1, "num_heads": 2, "hidden_dim": 8, "intermediate_dim": 16}
VIEWER = LAYERS | {"patch_size": 4, "image_shape": (16, 16, 3)}
READER = LAYERS | {"vocabulary_size": VOCABULARY, "embedding_dim": 8, "max_sequence_length": 8}
BATCHES = ((1, 1), (3, 1), (5, 1))


def floats(*sizes: int) -> Any:
    return RANDOM.normal(size=sizes).astype("float32")


def inner(module: str, name: str) -> Any:
    """A class of keras_hub that it does not export."""
    return getattr(import_module(f"keras_hub.src.models.{module}"), name)


def _image_and_text(word: str, **given: Any) -> Made:
    module = word.lower()
    vision = inner(f"{module}.{module}_vision_encoder", f"{word}VisionEncoder")(**VIEWER)
    text = inner(f"{module}.{module}_text_encoder", f"{word}TextEncoder")(**READER)

    def inputs(name: str, size: tuple[int, int]) -> Any:
        return floats(size[0], 16, 16, 3) if "image" in name else tokens(name, (size[0], 8))

    kind = getattr(hub, f"{word}Backbone")
    return made(kind(vision_encoder=vision, text_encoder=text, **given), inputs, TOKENS)


def _parseq() -> Made:
    """Words in images, read letter by letter."""
    vision = LAYERS | {"mlp_dim": 16, "patch_size": 4, "image_shape": (16, 32, 3)}
    del vision["intermediate_dim"]
    kind = inner("parseq.parseq_backbone", "PARSeqBackbone")
    given = {"vocabulary_size": VOCABULARY, "max_label_length": 6, "decoder_hidden_dim": 8}
    given |= {"num_decoder_layers": 1, "num_decoder_heads": 2, "decoder_mlp_dim": 16}

    def inputs(name: str, size: tuple[int, int]) -> Any:
        return floats(size[0], 16, 32, 3) if "image" in name else tokens(name, (size[0], 7))

    return made(kind(image_encoder=hub.ViTBackbone(**vision), **given), inputs, TOKENS)


def _dino(name: str, **given: Any) -> Made:
    def inputs(name: str, size: tuple[int, int]) -> Any:
        if "mask" in name:
            return RANDOM.integers(0, 2, (size[0], 16)).astype("int32")
        return floats(size[0], 16, 16, 3)

    return made(getattr(hub, f"{name}Backbone")(**VIEWER, **given), inputs, BATCHES)


def _film() -> Made:
    given = VIEWER | {"num_frames": 2, "num_spatial_layers": 1, "num_temporal_layers": 1}
    given |= {"num_auxiliary_layers": 0}
    del given["num_layers"]
    kind = hub.VideoPrismBackbone(**given)
    return made(kind, lambda _, size: floats(size[0], 2, 16, 16, 3), BATCHES)


def _whisper() -> Made:
    given = LAYERS | {"vocabulary_size": VOCABULARY, "num_mels": 8}
    given |= {"max_encoder_sequence_length": 64, "max_decoder_sequence_length": 32}

    def inputs(name: str, size: tuple[int, int]) -> Any:
        return floats(size[0], 4 * size[1], 8) if "features" in name else tokens(name, size)

    return made(hub.WhisperBackbone(**given), inputs, TOKENS)


def _moonshine() -> Made:
    """Sound as it is, of which convolutions make frames."""
    given = {"vocabulary_size": VOCABULARY, "filter_dim": 16, "hidden_dim": 16}
    given |= {"intermediate_dim": 16, "encoder_num_layers": 1, "decoder_num_layers": 1}
    given |= {"encoder_num_heads": 2, "decoder_num_heads": 2}

    def inputs(name: str, size: tuple[int, int]) -> Any:
        wave = (size[0], 400 * size[1] + 800)
        if name == "encoder_input_values":
            return floats(*wave, 1)
        return np.ones(wave, "int32") if name.startswith("encoder") else tokens(name, size)

    return made(hub.MoonshineBackbone(**given), inputs, TOKENS)


def _quantized() -> Made:
    """Rows as the nearest of a few, twice."""
    kind = inner("rqvae.rqvae_backbone", "RQVAEBackbone")
    given = {"input_dim": 8, "encoder_layer_dims": [8, 4], "output_dim": 4, "num_embeddings": 5}
    given |= {"decoder_layer_dims": [4, 8], "num_quantizers": 2}
    return made(kind(**given), lambda _, size: floats(size[0], 8), TOKENS)


MODELS: dict[str, Callable[[], Made]] = {
    "clip": lambda: _image_and_text("CLIP", projection_dim=8),
    "dinov2": lambda: _dino("DINOV2", position_embedding_shape=(24, 24, 3)),
    "dinov3": lambda: _dino("DINOV3", use_mask_token=False),
    "moonshine": _moonshine,
    "parseq": _parseq,
    "rqvae": _quantized,
    "siglip": lambda: _image_and_text("SigLIP"),
    "video_prism": _film,
    "whisper": _whisper,
}
