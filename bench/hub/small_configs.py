"""Configurations of transformers with numbers so small that models take no time to make."""

from __future__ import annotations

from typing import Any

SMALL = {
    32: "hidden_size d_model embed_dim dim n_embd emb_dim hidden_dim embedding_size projection_dim"
    " word_embed_proj_dim encoder_hidden_dim rnn_hidden_size d_embed image_size",
    4: "num_attention_heads n_head n_heads num_heads encoder_attention_heads"
    " decoder_attention_heads num_experts num_local_experts n_routed_experts sliding_window",
    48: "intermediate_size ffn_dim encoder_ffn_dim decoder_ffn_dim d_ff n_inner"
    " moe_intermediate_size ffn_hidden_size shared_expert_intermediate_size",
    8: "head_dim d_kv d_head kv_channels patch_size",
    2: "num_experts_per_tok num_key_value_heads",
    99: "vocab_size",
}
"""What a configuration's numbers become, by their names."""
FEW = {
    2: "num_hidden_layers num_layers n_layer n_layers encoder_layers decoder_layers"
    " num_encoder_layers num_decoder_layers num_hidden_groups",
    128: "max_position_embeddings",
}
"""What they become at most."""
NUMBERS = {name: number for number, names in SMALL.items() for name in names.split()}
LIMITS = {name: number for number, names in FEW.items() for name in names.split()}
WIDTHS = {"hidden_sizes", "embed_dims", "decoder_hidden_sizes", "encoder_hidden_sizes"}
DEPTHS = {"depths", "layers", "num_blocks"}


def shrunk(config: Any, depth: int = 0) -> Any:
    """`config` with smaller numbers, and so those inside of it."""
    for name, value in list(vars(config).items()):
        plain = name.lstrip("_")
        if hasattr(value, "to_diff_dict") and depth < 3:
            shrunk(value, depth + 1)
        elif isinstance(value, int) and not isinstance(value, bool):
            if plain in NUMBERS:
                value = NUMBERS[plain]
            elif plain in LIMITS:
                value = min(value, LIMITS[plain])
            elif plain.endswith("_token_id") and value >= NUMBERS["vocab_size"]:
                value = 1
            vars(config)[name] = value
        elif isinstance(value, list) and plain == "layer_types":
            vars(config)[name] = value[:1] + value[-1:]
        elif isinstance(value, list | tuple) and all(isinstance(x, int) for x in value):
            if plain in WIDTHS:
                vars(config)[name] = type(value)(16 * (i + 1) for i in range(len(value)))
            elif plain in DEPTHS:
                vars(config)[name] = type(value)(1 for _ in value)
    return config
