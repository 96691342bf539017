"""The detector's network: a small residual pyramid that answers once every eight pixels. Needs torch."""

import torch.nn.functional as F  # noqa: N812  (torch's own name for it)
from torch import Tensor, nn

OUTPUTS = 10  # depth, eight numbers of the outline, visible fraction


def layer(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions whose answer is added to what went in."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = layer(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(self.first(x)))


class DetectorNet(nn.Module):
    """Picture (n x 3 x h x w, blue green red, 0 to 1) to answers (n x OUTPUTS x h/8 x w/8); depth is a logit."""

    def __init__(self, widths: tuple[int, ...] = (16, 32, 56, 72, 88), neck: int = 64) -> None:
        super().__init__()
        w = widths
        self.to4 = nn.Sequential(layer(3, w[0], 3, 2), layer(w[0], w[1], 3, 2), Residual(w[1]))
        self.to8 = nn.Sequential(layer(w[1], w[2], 3, 2), Residual(w[2]), Residual(w[2]))
        self.to16 = nn.Sequential(layer(w[2], w[3], 3, 2), Residual(w[3]), Residual(w[3]))
        self.to32 = nn.Sequential(layer(w[3], w[4], 3, 2), Residual(w[4]))
        # In the order of their use, so that an exported network can be taken up again layer by layer.
        self.side16, self.side32, self.join16 = layer(w[3], neck, 1), layer(w[4], neck, 1), layer(neck, neck)
        self.side8, self.join8, self.last = layer(w[2], neck, 1), layer(neck, neck), layer(neck, neck)
        self.answer = nn.Conv2d(neck, OUTPUTS, 1)
        nn.init.constant_(self.answer.bias[:1], -2.0)  # type: ignore[index]  # most cells lie on no card

    def forward(self, x: Tensor) -> Tensor:
        at8 = self.to8(self.to4(x - 0.5))
        at16 = self.to16(at8)
        at32 = self.to32(at16)
        y = self.join16(self.side16(at16) + F.interpolate(self.side32(at32), scale_factor=2.0, mode="nearest"))
        y = self.join8(self.side8(at8) + F.interpolate(y, scale_factor=2.0, mode="nearest"))
        answer: Tensor = self.answer(self.last(y))
        return answer
