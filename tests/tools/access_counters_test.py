"""Tests tools/access_counters.py: its arithmetic with counters as ncu prints them, and the estimates of its kernels by formulas."""

import contextlib
import csv
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import access_counters  # noqa: E402

PROGRAM = sys.argv.pop() if len(sys.argv) > 1 and "/" in sys.argv[-1] else None
LOADS = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
WIDE = f"""==PROF== Connected to process 1
"ID","Process ID","Kernel Name","{LOADS}","{SECTORS}"
"","","","","sector"
"0","1","void kernel_on_device<counted::RowCopy>(T1, LaunchExtent)","16,384","65,536"
"1","1","void kernel_on_device<counted::ColumnRead>(T1, LaunchExtent)","16,000","524,288"
"""
LONG = f""""ID","Kernel Name","Metric Name","Metric Unit","Metric Value"
"0","void kernel_on_device<counted::RowCopy>(T1, LaunchExtent)","{LOADS}","","16,384"
"0","void kernel_on_device<counted::RowCopy>(T1, LaunchExtent)","{SECTORS}","sector","65,536"
"""


def line(kernel, requests, sectors, access="memory read"):
    return {"kernel": kernel, "access": access, "requests": requests, "sectors": sectors}


class Comparison(unittest.TestCase):
    def test_both_forms_of_output_have_the_same_numbers(self):
        wide = access_counters.read_counters(WIDE)
        row = next(values for name, values in wide.items() if "RowCopy" in name)
        self.assertEqual(row, {LOADS: 16384, SECTORS: 65536})
        self.assertEqual(list(access_counters.read_counters(LONG).values()), [row])
        self.assertEqual(access_counters.read_counters("==ERROR== ERR_NVGPUCTRPERM"), {})

    def test_the_table_has_differences_relative_to_what_was_measured(self):
        estimates = [line("RowCopy", 16384, 60000), line("RowCopy", 0, 5536), line("ColumnRead", 16384, 524288), line("RowCopy", 9, 9, "fetch")]
        rows = access_counters.table(estimates, access_counters.read_counters(WIDE)).splitlines()
        self.assertEqual(rows[2], "| RowCopy | memory read | 16,384 | 16,384 | 0 % | 65,536 | 65,536 | 0 % |")
        self.assertEqual(rows[3], "| ColumnRead | memory read | 16,384 | 16,000 | +2.4 % | 524,288 | 524,288 | 0 % |")
        self.assertEqual(rows[4], "| RowCopy | fetch | 9 | not measured | – | 9 | not measured | – |")

    def test_without_ncu_or_its_permission_the_comparison_is_skipped(self):
        with tempfile.TemporaryDirectory() as folder:
            tools = pathlib.Path(folder)
            estimates = tools / "estimates.json"
            estimates.write_text(json.dumps([line("RowCopy", 1, 1)]))
            commands = [("", "", "ncu is not installed"), ("ncu", "echo '==ERROR== ERR_NVGPUCTRPERM - no permission'; exit 1", "nvcc is not installed"),
                        ("nvcc", "exit 0", "ERR_NVGPUCTRPERM")]
            for name, script, reason in commands:
                if name:
                    (tools / name).write_text(f"#!/bin/sh\n{script}\n")
                    (tools / name).chmod(0o755)
                error = io.StringIO()
                arguments = ["access_counters.py", "--measure", str(estimates)]
                with mock.patch.dict(os.environ, {"PATH": folder}), mock.patch.object(sys, "argv", arguments), contextlib.redirect_stderr(error):
                    self.assertEqual(access_counters.main(), 77)
                self.assertIn(reason, error.getvalue())
                self.assertEqual(error.getvalue().count("\n"), 1)

    @unittest.skipUnless(PROGRAM, "the program is not built")
    def test_estimates_are_what_a_gpu_counted(self):
        """The file has the counters of an H200 with driver 580.159.04."""
        sums = access_counters.summed(access_counters.estimate(pathlib.Path(PROGRAM).parents[1]))
        with open(pathlib.Path(__file__).with_name("access_counters_h200.csv"), newline="") as file:
            counted = {(row["kernel"], row["access"]): {"requests": int(row["requests"]), "sectors": int(row["sectors"])} for row in csv.DictReader(file)}
        self.assertEqual(len(counted), 68)
        # The rule of anisotropic fetches is not exact.
        anisotropic = [numbers.pop(("FetchAnisotropic", "fetch")) for numbers in (sums, counted)]
        self.assertAlmostEqual(anisotropic[0]["sectors"] / anisotropic[1]["sectors"], 1, delta=0.07)
        self.assertEqual(sums, counted)


if __name__ == "__main__":
    unittest.main()
