"""Small models of transformers, each as a function, what it takes, and inputs of several sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf
import transformers

RANDOM = np.random.default_rng(0)
TOKENS = ((1, 2), (2, 7), (3, 4), (1, 16), (5, 3))
POOLED_TOKENS = ((1, 16), (2, 8), (3, 12), (1, 9), (5, 31))
TARGETS = (1, 4, 9, 2, 6)
UNKNOWN = [None, None]
IMAGE = [None, 3, None, None]

Made = tuple[Callable[..., Any], list[Any], list[list[Any]]]
ENCODER = {"hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2}
TEXT = ENCODER | {"vocab_size": 20, "intermediate_size": 16, "max_position_embeddings": 32}
GPT = {"vocab_size": 20, "n_embd": 8, "n_layer": 2, "n_head": 2, "n_positions": 32}
BOTH = {"vocab_size": 20, "d_model": 8, "encoder_layers": 1, "decoder_layers": 1}
BOTH |= {"encoder_attention_heads": 2, "decoder_attention_heads": 2}
BOTH |= {"encoder_ffn_dim": 16, "decoder_ffn_dim": 16, "max_position_embeddings": 32}
T5 = {"vocab_size": 20, "d_model": 8, "d_kv": 4, "d_ff": 16, "num_layers": 2, "num_heads": 2}
T5 |= {"relative_attention_num_buckets": 8}
PATCHES = ENCODER | {"intermediate_size": 16, "image_size": 16, "patch_size": 4}
FUNNEL = {"vocab_size": 20, "block_sizes": [1, 1, 1], "num_decoder_layers": 1, "d_model": 8}
FUNNEL |= {"n_head": 2, "d_head": 4, "d_inner": 16}
XLM = {"vocab_size": 20, "emb_dim": 8, "n_layers": 2, "n_heads": 2, "max_position_embeddings": 32}
RELATIVE = {"relative_attention": True, "pos_att_type": ["c2p", "p2c"]}

TEXTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "albert": ("AlbertForMaskedLM", "Albert", TEXT | {"embedding_size": 8}),
    "albert_answers": ("AlbertForQuestionAnswering", "Albert", TEXT | {"embedding_size": 8}),
    "bert": ("BertForSequenceClassification", "Bert", TEXT),
    "bert_answers": ("BertForQuestionAnswering", "Bert", TEXT),
    "bert_decoder": ("BertLMHeadModel", "Bert", TEXT | {"is_decoder": True}),
    "camembert": ("CamembertForTokenClassification", "Camembert", TEXT),
    "ctrl": ("CTRLModel", "CTRL", GPT | {"dff": 16}),
    "deberta": ("DebertaModel", "Deberta", TEXT | RELATIVE),
    "deberta_v2": ("DebertaV2Model", "DebertaV2", TEXT | RELATIVE | {"position_buckets": 4}),
    "distilbert": (
        "DistilBertForQuestionAnswering",
        "DistilBert",
        {"vocab_size": 20, "dim": 8, "n_layers": 2, "n_heads": 2, "hidden_dim": 16}
        | {"max_position_embeddings": 32},
    ),
    "dpr": ("DPRReader", "DPR", TEXT),
    "electra": ("ElectraForPreTraining", "Electra", TEXT | {"embedding_size": 8}),
    "esm": (
        "EsmModel",
        "Esm",
        TEXT | {"position_embedding_type": "rotary", "pad_token_id": 1, "mask_token_id": 2},
    ),
    "flaubert": ("FlaubertWithLMHeadModel", "Flaubert", XLM),
    "gpt2": ("GPT2LMHeadModel", "GPT2", GPT),
    "gpt2_classes": ("GPT2ForSequenceClassification", "GPT2", GPT | {"pad_token_id": 0}),
    "gptj": ("GPTJModel", "GPTJ", GPT | {"rotary_dim": 4}),
    "longformer": ("LongformerModel", "Longformer", TEXT | {"attention_window": 4}),
    "mistral": ("MistralModel", "Mistral", TEXT | {"num_key_value_heads": 1}),
    "mobilebert": (
        "MobileBertModel",
        "MobileBert",
        TEXT
        | {"embedding_size": 8, "intra_bottleneck_size": 8, "true_hidden_size": 8}
        | {"num_feedforward_networks": 2},
    ),
    "mpnet": ("MPNetModel", "MPNet", TEXT),
    "openai_gpt": ("OpenAIGPTLMHeadModel", "OpenAIGPT", GPT),
    "opt": (
        "OPTForCausalLM",
        "OPT",
        ENCODER
        | {"vocab_size": 20, "ffn_dim": 16, "max_position_embeddings": 32}
        | {"word_embed_proj_dim": 8},
    ),
    "rembert": (
        "RemBertModel",
        "RemBert",
        TEXT | {"input_embedding_size": 8, "output_embedding_size": 8},
    ),
    "roberta": ("RobertaForTokenClassification", "Roberta", TEXT),
    "roberta_prelayernorm": ("RobertaPreLayerNormModel", "RobertaPreLayerNorm", TEXT),
    "roformer": ("RoFormerModel", "RoFormer", TEXT | {"embedding_size": 8}),
    "xglm": (
        "XGLMModel",
        "XGLM",
        {"vocab_size": 20, "d_model": 8, "num_layers": 2, "attention_heads": 2, "ffn_dim": 16}
        | {"max_position_embeddings": 32},
    ),
    "xlm": ("XLMModel", "XLM", XLM),
    "xlm_roberta": ("XLMRobertaForSequenceClassification", "XLMRoberta", TEXT),
    "xlnet": (
        "XLNetModel",
        "XLNet",
        {"vocab_size": 20, "d_model": 8, "n_layer": 2, "n_head": 2, "d_inner": 16},
    ),
}
"""By name the class, its configuration, and what that is given."""

TRANSLATORS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bart": ("BartModel", "Bart", BOTH),
    "blenderbot": ("BlenderbotModel", "Blenderbot", BOTH),
    "blenderbot_small": ("BlenderbotSmallModel", "BlenderbotSmall", BOTH),
    "marian": ("MarianMTModel", "Marian", BOTH | {"pad_token_id": 1}),
    "mbart": ("MBartModel", "MBart", BOTH),
    "mt5": ("MT5Model", "MT5", T5),
    "pegasus": ("PegasusModel", "Pegasus", BOTH),
    "t5": ("T5ForConditionalGeneration", "T5", T5 | {"feed_forward_proj": "gated-gelu"}),
}
"""The same, of models with an encoder and a decoder."""

VISION: dict[str, tuple[str, str, dict[str, Any], Sequence[Any], Sequence[Any]]] = {
    "convnext": (
        "ConvNextModel",
        "ConvNext",
        {"hidden_sizes": [4, 8, 8, 16], "depths": [1, 1, 1, 1]},
        IMAGE,
        ((1, 32, 32), (2, 64, 32), (1, 40, 56)),
    ),
    "convnextv2": (
        "ConvNextV2Model",
        "ConvNextV2",
        {"hidden_sizes": [4, 8, 8, 16], "depths": [1, 1, 1, 1]},
        IMAGE,
        ((1, 32, 32), (2, 64, 32), (1, 40, 56)),
    ),
    "data2vec": (
        "Data2VecVisionModel",
        "Data2VecVision",
        PATCHES | {"use_relative_position_bias": True},
        [None, 3, 16, 16],
        ((1, 16, 16), (3, 16, 16)),
    ),
    "deit": ("DeiTModel", "DeiT", PATCHES, [None, 3, 16, 16], ((1, 16, 16), (3, 16, 16))),
    "mobilevit": (
        "MobileViTModel",
        "MobileViT",
        {"hidden_sizes": [8, 8, 8], "neck_hidden_sizes": [4, 4, 8, 8, 8, 8, 16]}
        | {"num_attention_heads": 2, "image_size": 32, "patch_size": 2},
        IMAGE,
        ((1, 32, 32), (2, 64, 32), (1, 64, 96)),
    ),
    "regnet": (
        "RegNetModel",
        "RegNet",
        {"embedding_size": 8, "hidden_sizes": [8, 8, 16, 16], "depths": [1, 1, 1, 1]}
        | {"groups_width": 4},
        IMAGE,
        ((1, 32, 32), (2, 64, 32), (1, 40, 56)),
    ),
    "resnet": (
        "ResNetModel",
        "ResNet",
        {"embedding_size": 4, "hidden_sizes": [4, 8, 8, 8], "depths": [1, 1, 1, 1]},
        IMAGE,
        ((1, 32, 32), (2, 64, 32), (1, 40, 56)),
    ),
    "segformer": (
        "SegformerForSemanticSegmentation",
        "Segformer",
        {"depths": [1, 1, 1, 1], "hidden_sizes": [4, 8, 8, 8], "decoder_hidden_size": 8}
        | {"num_attention_heads": [1, 2, 2, 2], "num_labels": 3},
        IMAGE,
        ((1, 32, 32), (2, 64, 32), (1, 64, 96)),
    ),
    "swin": (
        "SwinModel",
        "Swin",
        {"image_size": 32, "patch_size": 4, "embed_dim": 8, "depths": [2, 1]}
        | {"num_heads": [2, 2], "window_size": 2},
        [None, 3, 32, 32],
        ((1, 32, 32), (2, 32, 32), (3, 32, 32)),
    ),
    "vit": ("ViTModel", "ViT", PATCHES, [None, 3, 16, 16], ((1, 16, 16), (5, 16, 16))),
}
"""The same, with the shape that is declared and those of the images."""


def tokens(size: tuple[int, int]) -> Any:
    return RANDOM.integers(3, 20, size).astype("int32")


def mask(size: tuple[int, int]) -> Any:
    """Of rows that end one after another."""
    rows, length = size
    ends = np.maximum(length - np.arange(rows) % length, 1)
    return (np.arange(length) < ends[:, None]).astype("int32")


def made(kind: str, config: str, given: dict[str, Any], shapes: Any, sets: Any) -> Made:
    """A model with random weights as a function; shapes and sets: by the names of its inputs"""
    model = getattr(transformers, f"TF{kind}")(getattr(transformers, f"{config}Config")(**given))
    model(**{name: tf.constant(array) for name, array in sets[0].items()})
    for weight in model.weights:
        if weight.dtype.is_floating:
            weight.assign_add(RANDOM.normal(0, 0.1, weight.shape).astype("float32"))
    names = list(shapes)

    def function(*arrays: Any) -> Any:
        found = model(**dict(zip(names, arrays, strict=True)), training=False)
        return tf.nest.flatten(found.to_tuple())

    specs = [tf.TensorSpec(shapes[name], sets[0][name].dtype, name=name) for name in names]
    return function, specs, [[arrays[name] for name in names] for arrays in sets]


def _text(kind: str, config: str, given: dict[str, Any], sizes: Any = TOKENS) -> Made:
    shapes = {"input_ids": UNKNOWN, "attention_mask": UNKNOWN}
    sets = [{"input_ids": tokens(s), "attention_mask": mask(s)} for s in sizes]
    return made(kind, config, given, shapes, sets)


def _translator(kind: str, config: str, given: dict[str, Any]) -> Made:
    names = ("input_ids", "attention_mask", "decoder_input_ids")
    sets = [
        dict(zip(names, (tokens(s), mask(s), tokens((s[0], target))), strict=True))
        for s, target in zip(TOKENS, TARGETS, strict=True)
    ]
    return made(kind, config, given, dict.fromkeys(names, UNKNOWN), sets)


def _vision(kind: str, config: str, given: dict[str, Any], shape: Any, sizes: Any) -> Made:
    images = [RANDOM.normal(size=(n, 3, h, w)).astype("float32") for n, h, w in sizes]
    sets = [{"pixel_values": image} for image in images]
    return made(kind, config, given, {"pixel_values": shape}, sets)


MODELS: dict[str, Callable[[], Made]] = {
    **{name: lambda row=row: _text(*row) for name, row in TEXTS.items()},
    "funnel": lambda: _text("FunnelModel", "Funnel", FUNNEL, POOLED_TOKENS),
    **{name: lambda row=row: _translator(*row) for name, row in TRANSLATORS.items()},
    **{name: lambda row=row: _vision(*row) for name, row in VISION.items()},
}
