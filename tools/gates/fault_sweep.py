"""Fails each driver call of `render image` once: each time one error line, code 3, and nothing leaked."""

from gate_kit import Figure, NotRun, last_line

MOST_CALLS = 400


def complaint(done):
    """What is wrong with a run whose driver call failed; None when it ended as it should."""
    errors = [line for line in done.stderr.splitlines() if line.startswith("texelscope: error: ")]
    if done.returncode != 3:
        return f"code {done.returncode}, not 3: {last_line(done.stderr)}"
    if len(errors) != 1:
        return f"{len(errors)} error lines, not 1: {done.stderr.strip()[:160]}"
    if "leak" in done.stderr or "left behind" in done.stderr:
        return f"leaked: {last_line(done.stderr)}"
    return None


def measure(context):
    if why := context.missing():
        yield NotRun("each driver call failed once", why)
        return
    devices = ["cpu"]
    if context.cuda_missing() is None:
        devices.append("cuda")
    for device in devices:
        gate = f"each driver call failed once, {device}"
        complaints, calls = [], 0
        for number in range(1, MOST_CALLS + 1):
            done = context.run("render", "image", "--input", context.photo, "--size", "64x64", "--out", context.work / "a.png",
                               "--device", device, "--fail", number, is_checked=False, timeout=60)
            if done.returncode == 0:
                if "leak" in done.stderr:
                    complaints.append(f"call {number}: leaked")
                break
            calls = number
            if problem := complaint(done):
                complaints.append(f"call {number}: {problem}")
        else:
            complaints.append(f"still failing after {MOST_CALLS} calls")
        figure = f"{calls - len(complaints)} of {calls} calls end cleanly" + (f"; {complaints[0]}" if complaints else "")
        yield Figure(gate, figure, "", "all of them", not complaints and calls > 10)
