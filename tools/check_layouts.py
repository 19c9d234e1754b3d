#!/usr/bin/python3
"""Runs random chains of layout operations with `texelscope layout --batch` and with NumPy.

The expected answers come from a model (layout_check/model.py), which is compared with NumPy after every operation and, if the layout is
small, with a map of every element's offset. The program must agree with all of them, and reject invalid operations for the right reason.
Ranks 33 to 64 are compared only with the map, because NumPy 1 supports at most 32 axes.

usage: check_layouts.py PROGRAM [--cases N] [--seed S]
"""

import argparse
import collections
import json
import random
import subprocess
import sys
import time

from layout_check import cases, index_map, model

try:
    from layout_check.numpy_oracle import NumpyArray
except ImportError as error:
    sys.exit(f"check_layouts.py: {sys.executable} has no NumPy ({error}); install python3-numpy, and run the script directly")

MOST_MAPPED = 256


class OraclesDisagree(Exception):
    pass


class Chain:
    """One case: its fields, its expected result, and the oracle of that result."""

    def __init__(self, randomness, counts):
        self.random, self.counts = randomness, counts
        self.fields, make = cases.random_case(randomness)
        self.texts, self.refusal, self.layout = [], None, None
        self.is_made_by_operations = self.fields["strides"] is None
        try:
            self.layout = make()
        except model.Refused as refused:
            self.refusal = refused.words
            return
        self.array, self.map = NumpyArray.from_layout(self.layout), None
        self.max_rank = self.layout.ndim
        if self.layout.volume <= MOST_MAPPED:
            self.map = index_map.IndexMap(self.layout.shape, index_map.offsets_of(self.layout))
        self.compare()
        for _ in range(randomness.choice((0, 1, 2, 3, 4, 5, 6, 8))):
            if self.refusal is None and self.layout.volume <= 1 << 20 or randomness.random() < 0.3:
                self.extend()

    def extend(self):
        if self.refusal is not None:
            return
        make = cases.random_fault if self.random.random() < cases.FAULTS else cases.random_operation
        name, arguments = make(self.random, self.layout)
        self.texts.append(cases.text_of(name, arguments))
        self.counts[name] += 1
        before, after = self.layout, None
        try:
            after = model.OPERATIONS[name](before, *arguments)
        except model.Refused as refused:
            self.refusal = refused.words
        self.move_array(name, arguments, before, after)
        if after is not None:
            self.layout = after
            self.max_rank = max(self.max_rank, after.ndim)
            self.move_map(name, arguments, before, after)
            self.compare()

    def move_array(self, name, arguments, before, after):
        if self.array is None:
            return
        # Apart from deliberate differences, NumPy rejects whatever the model rejects.
        must_refuse = after is None and name not in ("repacked", "flattened") and len(self.layout.shape) + len(arguments) <= 32
        try:
            self.array = self.array.moved(name, arguments, before, after)
        except MemoryError:
            # NumPy would copy a broadcast layout of gigabytes, so only the index map is used.
            self.array = None
            self.counts["beyond NumPy's memory"] += 1
            return
        except (ValueError, IndexError, TypeError) as error:
            if after is not None:
                raise OraclesDisagree(f"NumPy refuses {self.texts[-1]} of {before}: {error}") from error
            self.counts["also rejected by NumPy"] += 1
            return
        if must_refuse and self.array is not None and "overflows 64 bits" not in self.refusal:
            raise OraclesDisagree(f"NumPy takes {self.texts[-1]} of {before}")

    def move_map(self, name, arguments, before, after):
        if self.map is not None and after.volume <= MOST_MAPPED:
            self.map = self.map.moved(name, arguments, before, after)
            return
        self.map = None

    def compare(self):
        if self.array is not None:
            self.counts["layouts compared with NumPy"] += 1
            if fault := self.array.fault(self.layout):
                raise OraclesDisagree(f"{self.fields} {self.texts}: {self.layout}: {fault}")
        if self.map is not None:
            self.counts["layouts compared with the index map"] += 1
            if fault := self.map.fault(self.layout):
                raise OraclesDisagree(f"{self.fields} {self.texts}: {self.layout}: {fault}")

    def line(self, number):
        return json.dumps({"id": number, **self.fields, "ops": self.texts})

    def complaint(self, answer):
        """The error in the program's answer; None if there is none."""
        if self.refusal is not None:
            error = answer.get("error", "")
            missing = [word for word in self.refusal if word not in error]
            return f"must be rejected with {self.refusal}" if not error or missing or "\n" in error else None
        if "error" in answer:
            return f"must be {self.layout}"
        for name, value in self.layout.answer().items():
            if answer.get(name) != value:
                return f"{name} must be {value}"
        return self.uniqueness_complaint(answer)

    def uniqueness_complaint(self, answer):
        said, is_unique = answer["uniqueness"], answer["is_unique"]
        if is_unique != (said == "yes"):
            return "is_unique and uniqueness contradict each other"
        self.counts[f"uniqueness {said}"] += 1
        if said == "unknown" and self.is_made_by_operations:
            return "operations on a dense layout cannot make its uniqueness unknown"
        if self.layout.volume <= cases.MOST_ELEMENTS:
            offsets = index_map.offsets_of(self.layout)
            truth = "yes" if len(set(offsets)) == len(offsets) else "no"
            if said not in (truth, "unknown"):
                return f"uniqueness must be {truth}"
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    counts = collections.Counter()
    randomness = random.Random(arguments.seed)
    try:
        chains = [Chain(randomness, counts) for _ in range(arguments.cases)]
    except OraclesDisagree as error:
        print(f"the oracles disagree: {error}")
        return 1
    lines = [chain.line(number) for number, chain in enumerate(chains)]
    start = time.monotonic()
    done = subprocess.run([arguments.program, "layout", "--batch", "-"], input="\n".join(lines) + "\n", capture_output=True, text=True,
                          check=False)
    seconds = time.monotonic() - start
    answers = done.stdout.splitlines()
    if done.returncode != 0 or len(answers) != len(chains):
        print(f"code {done.returncode}, {len(answers)} answers to {len(chains)} cases: {done.stderr.strip()[-300:]}")
        return 1

    wrong = 0
    for number, (chain, text) in enumerate(zip(chains, answers)):
        answer = json.loads(text)
        complaint = "has a different id" if answer["id"] != number else chain.complaint(answer)
        if complaint:
            wrong += 1
            if wrong == 1:
                print(f"case   {lines[number]}\nanswer {text}\n{complaint}")
    accepted = [chain for chain in chains if chain.refusal is None]
    counts["chains accepted"] = len(accepted)
    counts["chains refused"] = len(chains) - len(accepted)
    counts["empty results"] = sum(chain.layout.volume == 0 for chain in accepted)
    for low, high in ((0, 8), (9, 32), (33, 64)):
        counts[f"chains that reach rank {low} to {high}"] = sum(low <= chain.max_rank <= high for chain in accepted)
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")
    print(f"{len(chains)} chains, {wrong} wrong, seed {arguments.seed}; answered in {seconds:.2f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
