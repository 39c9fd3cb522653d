"""Small models of transformers that take more than tokens: images, sounds, boxes on a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from models_of_transformers import (
    BOTH,
    ENCODER,
    RANDOM,
    TARGETS,
    TEXT,
    TOKENS,
    UNKNOWN,
    Made,
    made,
    mask,
    tokens,
)

LAYERS = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2}
LAYERS |= {"intermediate_size": 16}
READER = LAYERS | {"vocab_size": 20, "max_position_embeddings": 32}
READER |= {"bos_token_id": 1, "eos_token_id": 2}
VIEWER = LAYERS | {"image_size": 16, "patch_size": 4}
IMAGE = [None, 3, 16, 16]
WAVES = ((1, 400), (2, 800), (1, 1333), (3, 640))
SOUND = ENCODER | {"intermediate_size": 16, "vocab_size": 20, "conv_dim": [8, 8]}
SOUND |= {"conv_kernel": [10, 3], "conv_stride": [5, 2], "num_feat_extract_layers": 2}
SOUND |= {"num_conv_pos_embeddings": 4, "num_conv_pos_embedding_groups": 2}
PAGE = TEXT | {"max_2d_position_embeddings": 64}
SHAPES = {
    "input_ids": UNKNOWN,
    "attention_mask": UNKNOWN,
    "decoder_input_ids": UNKNOWN,
    "input_values": UNKNOWN,
    "pixel_values": IMAGE,
    "bbox": [None, None, 4],
    "token_type_ids": [None, None, 7],
    "visual_feats": [None, None, 6],
    "visual_pos": [None, None, 4],
}
"""The shapes that are declared, by the names of inputs."""


def floats(*sizes: int) -> Any:
    return RANDOM.normal(size=sizes).astype("float32")


def boxes(size: tuple[int, int]) -> Any:
    """A box for each token, each corner after the one before."""
    return np.sort(RANDOM.integers(0, 30, (*size, 4)), -1).astype("int32")


def text(size: tuple[int, int]) -> dict[str, Any]:
    return {"input_ids": tokens(size), "attention_mask": mask(size)}


def model(kind: str, config: str, given: dict[str, Any], sets: list[dict[str, Any]]) -> Made:
    return made(kind, config, given, {name: SHAPES[name] for name in sets[0]}, sets)


def _image_and_text(kind: str, config: str, **vision: Any) -> Made:
    """As many images as there are need not be as many as texts."""
    given = {"text_config": READER, "vision_config": VIEWER | vision, "projection_dim": 8}
    if vision:
        given["projection_intermediate_dim"] = 16
    rows = zip(TOKENS, (1, 3, 2, 5, 1), strict=True)
    return model(kind, config, given, [text(s) | {"pixel_values": floats(n, 3, 16, 16)} for s, n in rows])  # fmt: skip


def _sound(kind: str, config: str) -> Made:
    return model(kind, config, SOUND, [{"input_values": floats(*size)} for size in WAVES])


def _layoutlm() -> Made:
    return model("LayoutLMModel", "LayoutLM", PAGE, [text(s) | {"bbox": boxes(s)} for s in TOKENS])


def _layoutlmv3() -> Made:
    """Text, the places of its words, and the page that they are on."""
    given = PAGE | {"coordinate_size": 1, "shape_size": 2, "input_size": 16, "patch_size": 4}
    given |= {"rel_pos_bins": 8, "rel_2d_pos_bins": 8, "max_rel_pos": 16, "max_rel_2d_pos": 16}
    sets = [text(s) | {"bbox": boxes(s), "pixel_values": floats(s[0], 3, 16, 16)} for s in TOKENS]
    return model("LayoutLMv3Model", "LayoutLMv3", given, sets)


def _tapas() -> Made:
    """Tokens of a table, of seven kinds of types each."""
    sets = [
        text(s) | {"token_type_ids": RANDOM.integers(0, 2, (*s, 7)).astype("int32")} for s in TOKENS
    ]
    return model("TapasModel", "Tapas", TEXT | {"type_vocab_sizes": [3, 4, 4, 2, 4, 3, 3]}, sets)


def _lxmert() -> Made:
    """Text, and what was found at some places of an image."""
    given = TEXT | {"l_layers": 1, "x_layers": 1, "r_layers": 1}
    given |= {"visual_feat_dim": 6, "num_qa_labels": 3}
    sets = [
        text(s) | {"visual_feats": floats(s[0], k, 6), "visual_pos": floats(s[0], k, 4)}
        for s, k in zip(TOKENS, (1, 4, 2, 3, 6), strict=True)
    ]
    return model("LxmertModel", "Lxmert", given, sets)


def _speech() -> Made:
    """Frames of sound, of which two convolutions leave a quarter."""
    given = BOTH | {"input_feat_per_channel": 8, "conv_channels": 8, "num_conv_layers": 2}
    given |= {"max_source_positions": 64, "max_target_positions": 32}
    shapes = {"input_features": [None, None, 8]} | dict.fromkeys(("attention_mask", "decoder_input_ids"), UNKNOWN)  # fmt: skip
    sets = [
        dict(zip(shapes, (floats(b, n, 8), np.ones((b, n), "int32"), tokens((b, t))), strict=True))
        for b, n, t in ((1, 16, 1), (2, 33, 4), (3, 12, 2))
    ]
    return made("Speech2TextModel", "Speech2Text", given, shapes, sets)


def _whisper() -> Made:
    given = BOTH | {"num_mel_bins": 8, "max_source_positions": 16, "max_target_positions": 16}
    given |= {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 1}
    given |= {"suppress_tokens": None, "begin_suppress_tokens": None}
    sets = [
        {"input_features": floats(b, 8, 32), "decoder_input_ids": tokens((b, t))}
        for b, t in zip((1, 2, 3), TARGETS, strict=False)
    ]
    shapes = {"input_features": [None, 8, 32], "decoder_input_ids": UNKNOWN}
    return made("WhisperModel", "Whisper", given, shapes, sets)


GROUPS = {"depths": [1, 1, 1], "num_group_tokens": [4, 2, 0], "num_output_groups": [4, 2, 0]}
MODELS: dict[str, Callable[[], Made]] = {
    "clip": lambda: _image_and_text("CLIPModel", "CLIP"),
    "groupvit": lambda: _image_and_text("GroupViTModel", "GroupViT", **GROUPS),
    "hubert": lambda: _sound("HubertModel", "Hubert"),
    "layoutlm": _layoutlm,
    "layoutlmv3": _layoutlmv3,
    "lxmert": _lxmert,
    "speech_to_text": _speech,
    "tapas": _tapas,
    "wav2vec2": lambda: _sound("Wav2Vec2ForCTC", "Wav2Vec2"),
    "whisper": _whisper,
}
