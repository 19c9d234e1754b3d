"""The release of shared memory: capsules that are never consumed, and a process that ends while threads use views."""

import pathlib
import subprocess
import sys
import unittest

try:
    import numpy
except ImportError:
    print("no NumPy to share with")
    sys.exit(77)

import texelscope

PRELUDE = """
import ctypes, os, sys, threading, time
import numpy as np
import texelscope
from texelscope import StridedMemoryView

pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
rename = ctypes.pythonapi.PyCapsule_SetName
rename.argtypes = (ctypes.py_object, ctypes.c_char_p)

class Managed(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                ("dtype", ctypes.c_int32), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("byte_offset", ctypes.c_uint64), ("context", ctypes.c_void_p),
                ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p))]
"""


def run(text):
    """The exit code and the output of a Python process that runs the code."""
    folder = str(pathlib.Path(texelscope.__file__).parents[1])
    done = subprocess.run([sys.executable, "-B", "-c", f"import sys; sys.path.insert(0, {folder!r})\n{PRELUDE}{text}"],
                          capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


COPYING_THREADS = """
def copy():
    first = texelscope.view(np.zeros((512, 512)))
    second = texelscope.view(np.zeros((512, 512)))
    while True:
        first.copy_from(second)

for _ in range(4):
    threading.Thread(target=copy, daemon=True).start()
"""


class Exit(unittest.TestCase):
    def test_an_unconsumed_capsule_frees_its_tensor_whatever_it_contains(self):
        # A consumer that fails may leave anything in the tensor, except for its deleter.
        code, said = run("""
class Kept(np.ndarray):
    def __del__(self):
        print("freed")

array = np.zeros(4).view(Kept)
capsule = texelscope.view(array).__dlpack__()
Managed.from_address(pointer_of(capsule, b"dltensor")).ndim = -1
del array
del capsule
print("alive")
""")
        self.assertEqual((code, said), (0, "freed\nalive\n"))

    def test_a_process_ends_while_threads_copy(self):
        for _ in range(8):
            code, said = run(COPYING_THREADS + "time.sleep(0.05)\n")
            self.assertEqual((code, said), (0, ""))

    def test_a_process_ends_while_threads_render(self):
        for _ in range(3):
            code, said = run("""
def render():
    while True:
        texelscope.render("plasma", size=(64, 64), device="cpu")

for _ in range(2):
    threading.Thread(target=render, daemon=True).start()
time.sleep(0.3)
""")
            self.assertEqual((code, said), (0, ""))

    def test_a_process_ends_while_threads_without_the_lock_release_tensors(self):
        for _ in range(8):
            code, said = run("""
def let_go():
    array = np.zeros(4)
    while True:
        capsule = texelscope.view(array).__dlpack__()
        address = pointer_of(capsule, b"dltensor")
        rename(capsule, b"used_dltensor")
        # Called without the GIL.
        Managed.from_address(address).deleter(address)

for _ in range(4):
    threading.Thread(target=let_go, daemon=True).start()
time.sleep(0.05)
""")
            self.assertEqual((code, said), (0, ""))

    def test_a_forked_process_ends_while_its_parent_has_threads(self):
        # Python 3.12 and later warn about forks with running threads.
        code, said = run(COPYING_THREADS + """
import warnings
warnings.simplefilter("ignore", DeprecationWarning)
for _ in range(20):
    child = os.fork()
    if child == 0:
        sys.exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
""")
        self.assertEqual((code, said), (0, ""))

    def test_views_that_are_alive_at_the_end_are_released(self):
        code, said = run("""
texelscope.kept = [texelscope.view(np.zeros(4)), texelscope.view(np.zeros(4)).__dlpack__()]
sys.kept = texelscope.view(np.zeros(4))
cycle = [texelscope.view(np.zeros(4))]
cycle.append(cycle)
""")
        self.assertEqual((code, said), (0, ""))


if __name__ == "__main__":
    unittest.main()
