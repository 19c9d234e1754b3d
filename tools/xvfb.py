"""A private X server without a screen."""

import os
import shutil
import subprocess


class Xvfb:
    """A context manager: starts a server on a free display, returns the display, and stops the server at the end."""

    def __init__(self, size="1280x720"):
        self.size = size

    def __enter__(self):
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            [shutil.which("Xvfb"), "-displayfd", str(writer), "-screen", "0", f"{self.size}x24", "-nolisten", "tcp"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        if not number:
            self.server.wait()
            raise RuntimeError("Xvfb did not start")
        return f":{number}"

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
