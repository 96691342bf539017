"""A network whose small maps are laid side by side tells what it told before."""

from pathlib import Path

import cv2
import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="writing networks takes the train extra")


def test_a_rewritten_network_tells_the_same(tmp_path: Path) -> None:
    from vision.training.strips import lay_side_by_side

    path = tmp_path / "net.onnx"
    onnx.save(_network(np.random.default_rng(3)), str(path))
    pictures = np.random.default_rng(4).normal(size=(5, 4, 13, 9)).astype(np.float32)
    before = _told(path, pictures)
    lay_side_by_side(path)
    kinds = [node.op_type for node in onnx.load(str(path)).graph.node]
    assert kinds.count("Transpose") == 3, "into the strip once, out of it for each of the two that are told"
    for was, now in zip(before, _told(path, pictures), strict=True):
        np.testing.assert_allclose(now, was, atol=1e-4)


def test_wide_maps_are_left_alone(tmp_path: Path) -> None:
    from vision.training.strips import lay_side_by_side

    path = tmp_path / "net.onnx"
    onnx.save(_network(np.random.default_rng(3), width=12), str(path))
    kinds = [node.op_type for node in onnx.load(str(path)).graph.node]
    lay_side_by_side(path)
    assert [node.op_type for node in onnx.load(str(path)).graph.node] == kinds


def _network(rng: np.random.Generator, width: int = 9) -> "onnx.ModelProto":
    """Two residual convolutions, something added at every place, a third convolution; two of its maps are told."""
    make, size = onnx.helper.make_node, [5, 4, 13, width]
    around = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [1, 1], "group": 1}
    nodes = [
        make("Conv", ["x", "w0", "b0"], ["c0"], **around),
        make("Relu", ["c0"], ["r0"]),
        make("Conv", ["r0", "w1", "b1"], ["c1"], **around),
        make("Add", ["c0", "c1"], ["sum"]),
        make("Relu", ["sum"], ["near"]),
        make("Add", ["near", "place"], ["placed"]),
        make("Conv", ["placed", "w2", "b2"], ["far"], **around),
    ]
    values = {f"w{k}": rng.normal(0, 0.2, (4, 4, 3, 3)) for k in range(3)} | {
        f"b{k}": rng.normal(size=4) for k in range(3)
    }
    values["place"] = rng.normal(size=(1, 4, 13, width))
    known = [onnx.numpy_helper.from_array(each.astype(np.float32), name) for name, each in values.items()]
    shaped = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, size) for name in ("x", "near", "far")]
    graph = onnx.helper.make_graph(nodes, "small", shaped[:1], shaped[1:], known)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)


def _told(path: Path, pictures: np.ndarray) -> list[np.ndarray]:
    net = cv2.dnn.readNetFromONNX(str(path))
    net.setInput(pictures)
    return [np.array(each) for each in net.forward(["near", "far"])]
