"""Models of transformers and timm, small and with random weights, by `torch.export` on both engines.

    python bench/hub/of_torch.py transformers [--first N] [--last N] [--step N] [--names A,B]
    python bench/hub/of_torch.py timm [--names A,B]

Batch, lengths and image sizes are unknown (`Dim.AUTO`) where PyTorch lets them be. Each model is
imported as a `.pt2` is, and called at up to five sets of sizes. Needs the extras `[torch]` and
`[native]`, onnxruntime, and transformers, or timm with a torchvision that fits the torch.
"""

from __future__ import annotations

import argparse
import collections
import inspect
import logging
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_VERBOSITY": "error"}
sys.path.append(str(Path(__file__).parents[1]))

import numpy as np
import torch
from shared.torch_programs import OURS, Tensors, Verdict, apart, called, verdict
from small_configs import shrunk
from torch.utils import _pytree as pytree

warnings.filterwarnings("ignore")
SECONDS = 300
MOST_PARAMETERS = 60_000_000
SIZES = ((2, 7, 0), (3, 5, 0), (1, 11, 0), (2, 4, 1), (4, 1, 0))
"""Batch, length, and how many images more there are in an image's side."""

TIMM = """
    resnet10t mobilenetv3_small_050 efficientnet_lite0 convnext_atto vit_tiny_patch16_224
    regnetx_002 ghostnet_050 resmlp_12_224 levit_128s edgenext_xx_small fastvit_t8 mobilevit_xxs
    rexnetr_200 hrnet_w18_small densenet121 dla34 inception_v3 dpn48b mnasnet_small tinynet_e
    lcnet_035 repvgg_a0 cspresnet50 coat_tiny cait_xxs24_224 pit_ti_224 twins_pcpvt_small
    pvt_v2_b0 xcit_nano_12_p16_224 crossvit_9_240 poolformer_s12 mixer_s16_224 gmlp_ti16_224
    efficientformer_l1 swiftformer_xs mobileone_s0 nfnet_f0 resnest14d skresnet18 res2net50_14w_8s
    selecsls42 hardcorenas_a hgnetv2_b0 inception_next_atto focalnet_tiny_srf mvitv2_tiny
    repvit_m0_9 starnet_s1 tiny_vit_5m_224 visformer_tiny bat_resnext26ts lambda_resnet26t
    botnet26t_256 eva02_tiny_patch14_224 deit_tiny_patch16_224 convit_tiny ese_vovnet19b_dw
    legacy_seresnet18 mambaout_femto mobilenetv4_conv_small sequencer2d_s xception41
"""


class OfInputs(torch.nn.Module):
    """A model whose arguments have these names; its results are the tensors in what it gives."""

    def __init__(self, model: torch.nn.Module, names: Sequence[str]) -> None:
        super().__init__()
        self.model, self.names = model, names
        self.more = {}
        if "use_cache" in inspect.signature(model.forward).parameters:
            self.more["use_cache"] = False

    def forward(self, *tensors: torch.Tensor) -> list[torch.Tensor]:
        found = self.model(**dict(zip(self.names, tensors, strict=True)), **self.more)
        found = dict(found) if hasattr(found, "keys") else found
        return [x for x in pytree.tree_leaves(found) if isinstance(x, torch.Tensor)]


def inputs(names: Sequence[str], image: int, sizes: Sequence[int], random: Any) -> Tensors:
    batch, length, more = sizes
    side, found = image * (1 + more), list[np.ndarray]()
    for name in names:
        if name == "attention_mask":
            found.append(np.ones((batch, length), np.int64))
            found[-1][-1, length - length // 3 :] = 0
        elif name.endswith("input_ids"):
            more = name.startswith("decoder")
            found.append(random.integers(3, 90, (batch, length + more)))
        else:
            shapes = {"input_values": (400 * length,), "input_features": (16 * length, 80)}
            shape = shapes.get(name, (3, side, side))
            found.append(random.standard_normal((batch, *shape)).astype(np.float32))
    return [torch.from_numpy(array) for array in found]


def names_of(model: torch.nn.Module) -> list[str]:
    """The inputs of a model of transformers that are made here."""
    known = inspect.signature(model.forward).parameters
    first = getattr(model, "main_input_name", "input_ids")
    names = [first]
    names += ["attention_mask"] if first == "input_ids" and "attention_mask" in known else []
    sequences = first in ("input_ids", "input_values", "input_features")
    names += ["decoder_input_ids"] if sequences and "decoder_input_ids" in known else []
    others = [x for x in ("input_ids", "pixel_values") if x in known and x not in names]
    return [*names, *others] if sequences or first == "pixel_values" else names


def of_transformers(key: str) -> Verdict:
    from transformers.models.auto.modeling_auto import MODEL_MAPPING as models

    try:
        kind = models._load_attr_from_module(key, models._config_mapping[key])
        made = models[kind]
        config = shrunk(kind())
        torch.manual_seed(0)
        model = (made[0] if isinstance(made, tuple | list) else made)(config).eval()
    except Exception as error:  # numbers that do not go together
        return "no small model", str(error)
    image = getattr(config, "image_size", 32)
    module = OfInputs(model, names_of(model))
    image = image if isinstance(image, int) else 32
    random = np.random.default_rng(0)
    return question(module, [inputs(module.names, image, sizes, random) for sizes in SIZES])


def of_timm(name: str) -> Verdict:
    import timm

    torch.manual_seed(0)
    model = timm.create_model(name, pretrained=False, num_classes=10).eval()
    channels, side, _ = model.default_cfg["input_size"]
    fixed = model.default_cfg.get("fixed_input_size")
    random = np.random.default_rng(0)
    for image in (side,) if fixed else (64, side):
        sizes = [
            (2, image, image),
            (1, image, image),
            (3, image + 32, image),
            (2, image, 2 * image),
        ]
        calls = [
            [torch.from_numpy(random.standard_normal((b, channels, h, w)).astype(np.float32))]
            for b, h, w in sizes
        ]
        found = question(OfInputs(model, ["x"]), calls)
        if found[0] != "does not run":
            return found
    return found


def question(module: torch.nn.Module, arguments: Sequence[Tensors]) -> Verdict:
    if sum(each.numel() for each in module.parameters()) > MOST_PARAMETERS:
        return "too large", ""
    calls = called(module, arguments)
    if calls[0][1] is None:
        return "does not run", ""
    program = exported(module, arguments[0])
    if program is None:
        return "not exported by torch.export", ""
    calls = [calls[0], *(call for call in calls[1:] if call[1] is not None)]
    with torch.no_grad():
        return verdict(program, calls, (2e-3, 2e-3))


def exported(module: torch.nn.Module, tensors: Tensors) -> Any:
    """A program of unknown sizes, but for channels and features; None where there is none."""
    free = torch.export.Dim.AUTO
    kept = {4: (1,), 3: (2,)}
    sizes = [
        {
            axis: free
            for axis, size in enumerate(t.shape)
            if size > 1 and axis not in (kept.get(t.dim(), ()) if t.is_floating_point() else ())
        }
        for t in tensors
    ]
    for dynamic in ((tuple(sizes),), (tuple({0: free} for _ in tensors),)):
        try:
            with torch.no_grad():
                return torch.export.export(
                    module, tuple(tensors), dynamic_shapes=dynamic, strict=False
                )
        except Exception:  # of many kinds
            continue
    return None


def names_of_library(library: str) -> Iterator[str]:
    if library == "timm":
        yield from TIMM.split()
        return
    from transformers.models.auto.modeling_auto import MODEL_MAPPING as models

    yield from models._model_mapping


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", choices=("transformers", "timm"))
    parser.add_argument("--first", type=int, default=0, help="number of the first model")
    parser.add_argument("--last", type=int, help="number after the last")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--names", help="only these models, a comma between them")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    asked = of_timm if options.library == "timm" else of_transformers
    names = list(names_of_library(options.library))[options.first : options.last : options.step]
    counts = collections.Counter[str]()
    for name in names:
        if options.names is None or name in options.names.split(","):
            kind, words = apart(partial(asked, name), SECONDS)
            counts[kind] += 1
            print(f"{name}: {kind} {' '.join(words.split())[:200]}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return 1 if any(counts[kind] for kind in OURS) else 0


if __name__ == "__main__":
    sys.exit(main())
