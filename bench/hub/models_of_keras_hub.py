"""Small models of keras_hub, each as a function, what it takes, and inputs of several sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import keras_hub.models as hub
import numpy as np
import tensorflow as tf

RANDOM = np.random.default_rng(0)
VOCABULARY = 20
TOKENS = ((1, 1), (2, 7), (3, 4), (1, 16), (5, 2))
IMAGES = ((1, 32, 32), (2, 48, 32), (1, 64, 64), (3, 33, 47), (1, 96, 32))

Made = tuple[Callable[..., Any], list[Any], list[list[Any]]]
HEADS = {"num_heads": 2}
GROUPED = {"num_query_heads": 4, "num_key_value_heads": 2}
SIDE = {"hidden_dim": 8, "intermediate_dim": 16, "num_layers": 1, "num_attention_heads": 2}
SIDE |= {"num_key_value_heads": 1, "head_dim": 4, "layer_types": ["full_attention"]}
BLOCKS = {"input_conv_filters": [64], "input_conv_kernel_sizes": [7]}
BLOCKS |= {"stackwise_num_filters": [64] * 3, "stackwise_num_blocks": [1] * 3}
BLOCKS |= {"stackwise_num_strides": [1, 2, 2]}
TEXTS: dict[str, tuple[str, dict[str, Any]]] = {
    "albert": ("Albert", HEADS | {"embedding_dim": 4}),
    "bart": ("Bart", HEADS),
    "bloom": ("Bloom", HEADS),
    "deberta": ("DebertaV3", HEADS | {"bucket_size": 4, "max_sequence_length": 16}),
    "distilbert": ("DistilBert", HEADS),
    "esm": ("ESM", HEADS),
    "falcon": ("Falcon", {"num_attention_heads": 2}),
    "fnet": ("FNet", {}),
    "gemma": (
        "Gemma",
        {"num_query_heads": 2, "num_key_value_heads": 1, "head_dim": 4}
        | {"use_post_ffw_norm": True, "attention_logit_soft_cap": 50.0}
        | {"use_sliding_window_attention": True, "sliding_window_size": 4},
    ),
    "gemma3": (
        "Gemma3",
        {"num_query_heads": 2, "num_key_value_heads": 1, "head_dim": 4, "image_size": 16}
        | {"use_sliding_window_attention": True, "sliding_window_size": 4},
    ),
    "gpt2": ("GPT2", HEADS | {"max_sequence_length": 32}),
    "gptneox": ("GPTNeoX", HEADS | {"rotary_percentage": 0.5}),
    "gpt_oss": ("GptOss", GROUPED | {"num_experts": 3, "sliding_window": 4}),
    "llama3": ("Llama3", GROUPED),
    "mistral": ("Mistral", GROUPED | {"sliding_window": 4}),
    "mixtral": ("Mixtral", GROUPED | {"num_experts": 3, "sliding_window": 4}),
    "opt": ("OPT", HEADS),
    "phi3": ("Phi3", GROUPED),
    "qwen": ("Qwen", GROUPED | {"use_sliding_window_attention": True, "sliding_window_size": 4}),
    "qwen3": ("Qwen3", GROUPED | {"head_dim": 4}),
    "qwen3_moe": (
        "Qwen3Moe",
        GROUPED | {"moe_intermediate_dim": 8, "num_experts": 4, "head_dim": 4, "top_k": 2},
    ),
    "qwen_moe": (
        "QwenMoe",
        GROUPED
        | {"moe_intermediate_dim": 8, "shared_expert_intermediate_dim": 8}
        | {"num_experts": 4, "top_k": 2},
    ),
    "roberta": ("Roberta", HEADS),
    "roformer": ("RoformerV2", HEADS | {"head_size": 4}),
    "xlm_roberta": ("XLMRoberta", HEADS),
    "xlnet": ("XLNet", HEADS),
}
"""By name the backbone and what it is given besides the common sizes."""

WORDED: dict[str, tuple[str, dict[str, Any]]] = {
    "edrec": (
        "EdRec",
        HEADS
        | {"vocab_size": VOCABULARY, "num_layers_enc": 1, "num_layers_dec": 1}
        | {"hidden_dim": 8, "intermediate_dim": 16},
    ),
    "electra": (
        "Electra",
        HEADS
        | {"vocab_size": VOCABULARY, "num_layers": 2, "hidden_dim": 8, "embedding_dim": 4}
        | {"intermediate_dim": 16},
    ),
    "smollm3": (
        "SmolLM3",
        {"vocabulary_size": VOCABULARY, "num_layers": 2, "hidden_dim": 8, "intermediate_dim": 16}
        | {"num_attention_heads": 4, "num_key_value_heads": 2, "attention_bias": False}
        | {"attention_dropout": 0.0, "rope_layer_enabled_list": [True, False]}
        | {"layer_types": ["full_attention"] * 2, "mlp_bias": False, "layer_norm_epsilon": 1e-5}
        | {"max_position_embeddings": 64, "rope_theta": 1e4, "partial_rotary_factor": 1.0},
    ),
    "t5": (
        "T5",
        HEADS
        | {"vocabulary_size": VOCABULARY, "num_layers": 2, "hidden_dim": 8}
        | {"intermediate_dim": 16},
    ),
    "t5gemma": (
        "T5Gemma",
        {"vocabulary_size": VOCABULARY, "cross_attention_hidden_size": 8}
        | {
            f"{side}_{key}": value for side in ("encoder", "decoder") for key, value in SIDE.items()
        },
    ),
}
"""The same, of those that have other words for the common sizes, or an encoder and a decoder."""

VISION: dict[str, tuple[str, dict[str, Any], Sequence[tuple[int, int, int]]]] = {
    "deit": (
        "DeiT",
        {"image_shape": (16, 16, 3), "patch_size": 4, "num_layers": 2, "num_heads": 2}
        | {"hidden_dim": 8, "intermediate_dim": 16},
        ((1, 16, 16), (2, 16, 16), (5, 16, 16)),
    ),
    "densenet": ("DenseNet", {"stackwise_num_repeats": [2, 2, 2], "growth_rate": 4}, IMAGES),
    "efficientnet": (
        "EfficientNet",
        {"stackwise_width_coefficients": [1.0] * 2, "stackwise_depth_coefficients": [1.0] * 2}
        | {"stackwise_kernel_sizes": [3, 5], "stackwise_num_repeats": [1, 2], "num_features": 16}
        | {"stackwise_input_filters": [8, 8], "stackwise_output_filters": [8, 16]}
        | {"stackwise_expansion_ratios": [1, 4], "stackwise_strides": [1, 2]}
        | {"stackwise_squeeze_and_excite_ratios": [0.25] * 2, "stackwise_block_types": ["v1"] * 2},
        IMAGES,
    ),
    "hgnet": (
        "HGNetV2",
        {"depths": [1, 1], "embedding_size": 4, "hidden_sizes": [8, 16], "stem_channels": [3, 4, 8]}
        | {"hidden_act": "relu", "use_learnable_affine_block": True}
        | {"stackwise_stage_filters": [[8, 4, 8, 1, 2, 3], [8, 4, 16, 1, 2, 3]]}
        | {"apply_downsample": [False, True], "use_lightweight_conv_block": [False, True]},
        IMAGES,
    ),
    "mit": (
        "MiT",
        {"layerwise_depths": [1, 1], "num_layers": 2, "layerwise_num_heads": [1, 2]}
        | {"layerwise_sr_ratios": [2, 1], "max_drop_path_rate": 0.0, "image_shape": (64, 64, 3)}
        | {"layerwise_patch_sizes": [7, 3], "layerwise_strides": [4, 2], "hidden_dims": [4, 8]},
        ((1, 64, 64), (2, 64, 64)),
    ),
    "resnet": ("ResNet", BLOCKS | {"block_type": "basic_block"}, IMAGES),
    "resnet_bottleneck": ("ResNet", BLOCKS | {"block_type": "bottleneck_block"}, IMAGES),
    "swin": (
        "SwinTransformer",
        {"image_shape": (32, 32, 3), "embed_dim": 8, "depths": [2, 2], "num_heads": [2, 2]}
        | {"window_size": 4},
        ((1, 32, 32), (2, 32, 32), (5, 32, 32)),
    ),
    "vgg": (
        "VGG",
        {"stackwise_num_repeats": [1, 1, 2], "stackwise_num_filters": [4, 8, 8]},
        IMAGES,
    ),
}
"""The same, with the sizes of images."""


def randomized(model: Any) -> Any:
    """`model` with all its weights random; those of scales and variances around 1."""
    for weight in model.weights:
        if "float" in str(weight.dtype):
            around = any(word in weight.path for word in ("gamma", "scale", "variance"))
            weight.assign(RANDOM.normal(float(around), 0.1, weight.shape).astype("float32"))
    return model


def made(model: Any, inputs: Callable[[str, Any], Any], sizes: Sequence[Any]) -> Made:
    """`model` as a function of arrays; `inputs(name, sizes)` makes one of them."""
    randomized(model)
    by_name = isinstance(model.input, dict)
    shapes = {n: t.shape for n, t in model.input.items()} if by_name else {"x": model.input.shape}
    sets = [[inputs(name, size) for name in shapes] for size in sizes]
    specs = [
        tf.TensorSpec(shape, array.dtype, name=name)
        for (name, shape), array in zip(shapes.items(), sets[0], strict=True)
    ]

    def function(*arrays: Any) -> Any:
        given = dict(zip(shapes, arrays, strict=True)) if by_name else arrays[0]
        return model(given, training=False)

    return function, specs, sets


def tokens(name: str, size: tuple[int, int]) -> Any:
    """Tokens, segments, or a mask of rows that end one after another."""
    if "mask" in name:
        rows, length = size
        ends = np.maximum(length - np.arange(rows) % length, 1)
        return (np.arange(length) < ends[:, None]).astype("int32")
    return RANDOM.integers(0, 2 if "segment" in name else VOCABULARY, size).astype("int32")


def _text(name: str, given: dict[str, Any]) -> Made:
    common = {"vocabulary_size": VOCABULARY, "num_layers": 2, "hidden_dim": 8}
    kind = getattr(hub, f"{name}Backbone")
    return made(kind(**common, intermediate_dim=16, **given), tokens, TOKENS)


def _worded(name: str, given: dict[str, Any]) -> Made:
    def inputs(name: str, size: tuple[int, int]) -> Any:
        rows, length = size
        return tokens(name, (rows, length // 2 + 1) if name.startswith("decoder") else size)

    return made(getattr(hub, f"{name}Backbone")(**given), inputs, TOKENS)


def _vision(name: str, given: dict[str, Any], sizes: Sequence[tuple[int, int, int]]) -> Made:
    kind = getattr(hub, f"{name}Backbone")
    return made(kind(**given), lambda _, s: RANDOM.normal(size=(*s, 3)).astype("float32"), sizes)


MODELS: dict[str, Callable[[], Made]] = {
    **{name: lambda row=row: _text(*row) for name, row in TEXTS.items()},
    **{name: lambda row=row: _worded(*row) for name, row in WORDED.items()},
    **{name: lambda row=row: _vision(*row) for name, row in VISION.items()},
}
