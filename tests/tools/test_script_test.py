"""Runs tools/run.sh, tools/test.sh and tools/fuzz.sh on a fabricated tree, with fake CMake, CTest and dpkg programs that only record their
arguments."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD_PACKAGES = ["g++", "cmake"]
PACKAGES = "g++ build a compiler\ncmake build a builder\npybind11-dev python the Python module\nxvfb test a display\n"
PRESETS = '{"buildPresets": [\n    {"name": "release", "configurePreset": "release"}\n]}\n'
DPKG = '#!/bin/sh\nsed "s/$/ installed/" "$FAKES/installed"\n'
CMAKE = """#!/bin/sh
echo "$@" >>"$FAKES/cmake_calls"
if [ "$1" = --preset ]; then
  touch "build/$2/build.ninja"
else
  mkdir -p "$2/bin" "$2/tests"
  echo '#!/bin/sh
cat "$FAKES/devices"' >"$2/bin/texelscope"
  chmod +x "$2/bin/texelscope"
fi
"""
CTEST = """#!/bin/sh
ls build/release/tests >"$FAKES/lists"
while [ "$1" != --output-junit ]; do shift; done
cp "$FAKES/results" "$2"
exit "$(cat "$FAKES/ctest_code")"
"""
CPU = {"id": "cpu", "is_available": True}
LIST = {"sources": {"folders": [], "only_with_cuda": "-", "may_be_none": []}, "commands": [{"tests": ["A.Runs/cpu"]}], "gpu": [], "needs": []}
RAN = '<testsuite><testcase name="A.Runs/cpu" time="0.1" status="run"><system-out>fine</system-out></testcase></testsuite>'


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "tree"
        self.fakes = pathlib.Path(folder.name) / "fakes"
        shutil.copytree(ROOT / "tools", self.root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / "tests").mkdir()
        (self.root / "tests" / "test_list.json").write_text(json.dumps(LIST))
        (self.root / "tools" / "packages.txt").write_text(PACKAGES)
        (self.root / "CMakePresets.json").write_text(PRESETS)
        self.fakes.mkdir()
        for name, text in (("dpkg-query", DPKG), ("cmake", CMAKE), ("ctest", CTEST), ("xvfb-run", "#!/bin/sh\nshift 2\nexec \"$@\"\n")):
            (self.fakes / name).write_text(text)
            (self.fakes / name).chmod(0o755)
        self.say(installed=BUILD_PACKAGES, devices=[CPU], results=RAN, ctest_code=0)

    def say(self, installed=None, devices=None, results=None, ctest_code=None):
        """Sets the state of the machine that later commands see."""
        if installed is not None:
            (self.fakes / "installed").write_text("".join(f"{name}\n" for name in installed))
        if devices is not None:
            (self.fakes / "devices").write_text(json.dumps({"devices": devices}))
        if results is not None:
            (self.fakes / "results").write_text(results)
        if ctest_code is not None:
            (self.fakes / "ctest_code").write_text(str(ctest_code))

    def run_script(self, name, *options):
        environment = {**os.environ, "PATH": f"{self.fakes}:{os.environ['PATH']}", "FAKES": str(self.fakes)}
        return subprocess.run(["bash", self.root / "tools" / name, "--no-install", *options], capture_output=True, text=True,
                              env=environment, check=False, stdin=subprocess.DEVNULL)

    def configurations(self):
        return (self.fakes / "cmake_calls").read_text().count("--preset")

    def test_configure_again_once_a_package_is_installed(self):
        self.assertEqual(self.run_script("run.sh", "--no-launch").returncode, 0)
        self.assertEqual(self.configurations(), 1)
        self.assertEqual(self.run_script("run.sh", "--no-launch").returncode, 0)
        self.assertEqual(self.configurations(), 1)
        self.say(installed=[*BUILD_PACKAGES, "pybind11-dev", "unrelated"])
        done = self.run_script("test.sh")
        self.assertEqual((done.returncode, self.configurations()), (0, 2), done.stderr)
        self.say(installed=[*BUILD_PACKAGES, "pybind11-dev", "another"])
        self.assertEqual(self.run_script("test.sh").returncode, 0)
        self.assertEqual(self.configurations(), 2)

    def test_build_the_python_module_if_its_packages_can_be_installed(self):
        done = self.run_script("run.sh", "--no-launch")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"pybind11-dev +python +the Python module")
        self.assertNotIn("xvfb", done.stdout)
        self.assertIn("continuing without them", done.stdout)
        self.assertRegex((self.fakes / "cmake_calls").read_text(), r"--build .* --target .*\bpython_module\b")
        self.assertRegex(self.run_script("test.sh").stdout, r"(?s)pybind11-dev +python .*xvfb +test ")

    def test_list_the_tests_again_each_time(self):
        self.assertEqual(self.run_script("test.sh").returncode, 0)
        stale = self.root / "build" / "release" / "tests" / "texelscope_gpu_tests[1]_tests.cmake"
        stale.write_text("# of a device that was there\n")
        self.assertEqual(self.run_script("test.sh").returncode, 0)
        self.assertEqual((self.fakes / "lists").read_text(), "")

    def test_fail_when_no_test_is_selected(self):
        self.say(results="<testsuite></testsuite>")
        for code in (0, 8):
            self.say(ctest_code=code)
            done = self.run_script("test.sh", "--filter", "nosuch")
            self.assertEqual(done.returncode, 1)
            self.assertIn("no test ran; check --filter", done.stderr)
            self.assertTrue(done.stdout.endswith("0 passed, 0 failed, 0 skipped\n"), done.stdout)

    def test_a_fuzzer_that_fails_without_an_input_is_a_finding(self):
        (self.root / "tests" / "fuzz" / "corpus" / "npy").mkdir(parents=True)
        program = self.root / "build" / "fuzz" / "bin" / "texelscope_fuzz"
        program.parent.mkdir(parents=True)
        for code, status, said in ((0, 0, "none"), (77, 1, "exited with code 77; see build/fuzz/npy.log")):
            program.write_text(f"#!/bin/sh\necho 'stat::number_of_executed_units: 5' >&2\nexit {code}\n")
            program.chmod(0o755)
            done = self.run_script("fuzz.sh", "--no-build", "1", "npy")
            self.assertEqual((done.returncode, done.stdout.splitlines()[-1].split(maxsplit=3)[3]), (status, said), done.stderr)

    def test_report_which_device_was_not_tested(self):
        self.say(devices=[CPU, {"id": "cuda:0", "is_available": False, "reason": "check CUDA_VISIBLE_DEVICES"}])
        done = self.run_script("test.sh")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not tested: device cuda:0: check CUDA_VISIBLE_DEVICES\n", done.stdout)

    def test_fail_if_a_gpu_is_hidden(self):
        self.say(devices=[CPU, {"id": "cuda:0", "is_available": False, "reason": "check CUDA_VISIBLE_DEVICES"}])
        (self.root / "tests" / "test_list.json").write_text(json.dumps({**LIST, "gpu": [str(self.fakes)]}))
        done = self.run_script("test.sh")
        self.assertEqual(done.returncode, 1)
        self.assertIn("a GPU is present, but no CUDA device was tested", done.stderr)

    def test_fail_if_tests_of_a_device_were_not_listed(self):
        self.say(devices=[CPU, {"id": "cuda:0", "is_available": True}])
        done = self.run_script("test.sh")
        self.assertEqual(done.returncode, 1)
        self.assertIn("device tests not run on an available device (1): A.Runs/cuda_0", done.stderr)


if __name__ == "__main__":
    unittest.main()
