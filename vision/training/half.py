"""Halves a written network: its numbers kept in 16 bits, which OpenCV turns back as it loads them.

The tablet's package carries every network, and nothing that is told changes by as much as the light in the room does.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper


def halve(path: Path) -> None:
    """Rewrite an ONNX file with half as many bytes."""
    model = onnx.load(str(path))
    for tensor in model.graph.initializer:
        if tensor.data_type == TensorProto.FLOAT:
            values = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
    onnx.save(model, str(path))
