"""Reads `texelscope scenes --json` and prints a line per scene: name, title and default frame, separated by tabs."""

import json
import sys

document = json.load(sys.stdin)
for scene in document["scenes"] if isinstance(document, dict) else document:
    print(scene["name"], scene.get("title", scene["name"]), scene.get("default_frame", 0), sep="\t")
