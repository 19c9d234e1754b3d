"""Draws into a PyTorch tensor with the module next to this file. usage: main.py [DEVICE [FILE.ppm]], where
DEVICE is the name of a PyTorch device."""

import sys

import texelscope_example
import torch
from torch.utils.dlpack import to_dlpack

device = torch.device(sys.argv[1] if len(sys.argv) > 1 else "cpu")
image = torch.zeros((256, 256, 3), dtype=torch.uint8, device=device)
stream = torch.cuda.current_stream(device).cuda_stream if device.type == "cuda" else 0
texelscope_example.draw(to_dlpack(image), stream)
image //= 2  # PyTorch's own work follows the kernel, on the same stream

with open(sys.argv[2] if len(sys.argv) > 2 else "tensor.ppm", "wb") as file:
    file.write(b"P6\n256 256\n255\n" + image.cpu().numpy().tobytes())
