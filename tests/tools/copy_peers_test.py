"""Runs tools/copy_peers.py with a report and fake peers: modules that only accept the calls."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
import copy_peers  # noqa: E402

# The functions of PyTorch and CuPy that are used, implemented with lists of extents.
PEER = '''
class Array:
    def __init__(self, shape, dtype, device=None):
        self.shape, self.dtype, self.device = tuple(shape), dtype, device
    def permute(self, axes):
        return Array([self.shape[axis] for axis in axes], self.dtype)
    def __getitem__(self, slices):
        if any(part.step is not None and part.step < 0 for part in slices):
            assert is_cupy, "PyTorch has no negative steps"
        shape = [len(range(extent)[part]) for extent, part in zip(self.shape, slices)]
        return Array(shape, self.dtype)
    def copy_(self, other):
        assert (self.shape, self.dtype) == (other.shape, other.dtype)
    def sum(self):
        return self
    def item(self):
        return 1
def ones(shape, dtype="float64", device=None):
    return Array([shape] if isinstance(shape, int) else shape, dtype, device)
empty = ones
def copyto(destination, source):
    destination.copy_(source)
def transpose(array, axes):
    return array.permute(axes)
def flip(array, axes):
    assert axes == [0, 1]
float32, uint8 = "float32", "uint8"
__version__ = "9.9"
class Event:
    def __init__(self, enable_timing=False):
        assert enable_timing or is_cupy
    def record(self):
        pass
    def synchronize(self):
        pass
    def elapsed_time(self, end):
        return 20.0
class cuda:
    Event = Event
    is_available = staticmethod(lambda: True)
    mem_get_info = staticmethod(lambda: (1 << 30, 1 << 31))
    empty_cache = staticmethod(lambda: None)
    get_elapsed_time = staticmethod(lambda begin, end: 20.0)
    class runtime:
        getDeviceCount = staticmethod(lambda: 1)
        memGetInfo = staticmethod(lambda: (1 << 30, 1 << 31))
class Pool:
    def free_all_blocks(self):
        pass
get_default_memory_pool = Pool
'''


def figure(operation, shape=(100, 100), dtype="float32", size=40_000):
    return {"name": "a case", "dtype": dtype, "shape": list(shape), "permutation": operation, "bytes": size,
            "gigabytes_per_second": 0.08, "memcpy_gigabytes_per_second": 0.1, "ratio": 0.8}


def run_peers(figures, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("torch", "cupy"):
            (pathlib.Path(folder) / f"{name}.py").write_text(f"is_cupy = {name == 'cupy'}\n{PEER}")
        done = subprocess.run([sys.executable, "-B", TOOLS / "copy_peers.py", *arguments],
                              input=json.dumps({"device_name": "a device", "figures": figures}), env={"PYTHONPATH": folder},
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr


class CopyPeers(unittest.TestCase):
    def test_each_case_gets_the_speed_of_each_peer(self):
        cases = [figure("permuted(1,0)"), figure("sliced(:, ::2)"), figure("sliced(::-1, ::-1)"), figure("permuted(1,0)", dtype="uint8")]
        code, out, err = run_peers(cases, "--peer", "torch", "--peer", "cupy")
        self.assertEqual(code, 0, err)
        for measured in json.loads(out)["figures"]:
            for peer in ("torch", "cupy"):
                # 80 kB in 2 ms.
                self.assertAlmostEqual(measured["peers"][peer]["gigabytes_per_second"], 0.04, msg=str(measured))
                self.assertAlmostEqual(measured["peers"][peer]["times"], 2.0)

    def test_an_unsupported_copy_is_reported_and_the_rest_is_measured(self):
        cases = [figure("sliced(::-1, ::2)"), figure("permuted(1,0)", size=1 << 30), figure("permuted(1,0)", dtype="float7"), figure("permuted(1,0)")]
        report = json.loads(run_peers(cases, "--peer", "torch")[1])
        reasons = [measured["peers"]["torch"].get("why") for measured in report["figures"]]
        self.assertIn("negative strides", reasons[0])
        self.assertIn("1024 MiB are free", reasons[1])
        self.assertIn("float7", reasons[2])
        self.assertIsNone(reasons[3])

    def test_a_peer_that_is_not_installed_is_reported(self):
        done = subprocess.run([sys.executable, "-B", "-I", TOOLS / "copy_peers.py", "--peer", "cupy"], text=True, check=False,
                              input=json.dumps({"figures": [figure("permuted(1,0)")]}), capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("CuPy" if "CuPy" in done.stdout else "not installed", json.loads(done.stdout)["figures"][0]["peers"]["cupy"]["why"])

    def test_the_table_has_a_line_for_each_case(self):
        code, out, err = run_peers([figure("permuted(1,0)")], "--peer", "torch", "--table")
        self.assertEqual(code, 0, err)
        self.assertIn("| a case | float32 | 100×100 | `permuted(1,0)` | 0 | 0 | 0.80 | 2.0× |", out)
        self.assertIn("torch 9.9", out)

    def test_an_invalid_report_is_rejected_in_one_line(self):
        for text in ("", "[]", "{}", '{"figures": []}'):
            done = subprocess.run([sys.executable, "-B", TOOLS / "copy_peers.py"], input=text, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_slices_follow_python(self):
        self.assertEqual(copy_peers.slices_of("::-1, 1:, 3, :"), (slice(None, None, -1), slice(1, None), 3, slice(None, None)))


if __name__ == "__main__":
    unittest.main()
