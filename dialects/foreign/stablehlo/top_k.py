"""`chlo.top_k`, which is `mhlo.topk` of the greatest elements; exports hold it as a composite,
other text as it is.
"""

from __future__ import annotations

from ... import mhlo
from .operation import counterpart

TopKOp = counterpart(mhlo.TopkOp, name="chlo.top_k")
