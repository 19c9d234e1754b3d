"""Which folders may include which, and the other limits of the sources.

A folder is the longest row of ARROWS that fits a file's path. Headers of the project are named from its root; the public
ones, in gpu/include/ and app/compare/include/, by "texelscope/…". A folder may always include itself. "*" stands for any part of a path.
"""

# How an #include of public headers begins, and the root that it counts from; the first that fits counts.
PUBLIC_ROOTS = {"texelscope/compare/": "app/compare/include/", "texelscope/": "gpu/include/"}

LABS = ["copy", "interop", "kernel", "layout", "lifetime", "stream", "surface", "tensor", "texture"]

# Several folders by one name: in TABLE an arrow to all of them, used when one of them is included.
GROUPS = {
    "DRIVER": ["gpu/driver", "gpu/driver/calls"],
    "LIBRARIES": ["app/text", "app/files", "app/images", "app/device", "app/texture", "app/scene"],
    "INTEROP": ["app/interop", "app/interop/*"],
}
# What subcommands run: all of the program but its window and its command line.
GROUPS["PROGRAM"] = [
    *("app/compare", "app/compare/measures", "app/compare/report", "app/compare/review", "app/compare/rules", "app/conformance", "app/golden", "app/labs", "app/lessons", "app/lessons/report", "app/pictures", "app/scenes", "app/stress", "app/sweep", "app/window"),
    *(f"app/labs/{lab}" for lab in LABS),
    *("app/labs/kernel/worker", "app/labs/stream/experiments"),
    *(folder for group in ("INTEROP", "LIBRARIES") for folder in GROUPS[group]),
]

# Folders with the same arrows. Where a row of TABLE has such a word in its path, it stands for each of them. The parts of
# objects, and those of the CPU device, know each other: they are cuts of one room, not layers.
ALIKE = {
    "LAB": LABS,
    "OBJECT": ["gpu/object", *(f"gpu/object/{part}" for part in ("array", "graphics", "memory", "program", "stream"))],
    "CPU": ["gpu/cpu", *(f"gpu/cpu/{part}" for part in ("array", "graph", "memory", "program", "stream"))],
}

# Folder: the folders whose headers it includes. An arrow that nothing uses is taken out. Everything in app/ also sees
# gpu/include. A folder that is named twice may include what both rows name.
TABLE = [
    ("gpu/include", []),
    ("gpu/files", ["gpu/include"]),
    ("gpu/threads", []),
    ("gpu/layout", ["gpu/files", "gpu/include"]),
    ("gpu/driver/calls", ["gpu/include"]),
    ("gpu/driver", ["gpu/driver/calls", "gpu/include", "gpu/layout"]),
    ("gpu/graphics", ["gpu/driver", "gpu/include"]),
    ("OBJECT", ["gpu/object", "gpu/object/*", "DRIVER", "gpu/include", "gpu/layout"]),
    ("gpu/copy/host", ["gpu/include"]),
    ("gpu/copy/device", ["gpu/copy", "gpu/copy/host", "gpu/object", "gpu/object/array", "gpu/threads", "DRIVER", "gpu/include"]),
    ("gpu/copy", ["gpu/copy/device", "gpu/copy/host", "gpu/object", "gpu/include", "gpu/layout"]),
    ("gpu/mipmap", ["gpu/object", "gpu/object/array", "gpu/include"]),
    ("gpu/view", ["gpu/include"]),
    ("gpu/cpu/texture_unit", ["gpu/include"]),
    ("CPU", ["gpu/cpu", "gpu/cpu/*", "gpu/files", "gpu/graphics", "gpu/threads", "DRIVER", "gpu/include"]),
    ("gpu/cuda", ["gpu/files", "gpu/graphics", "DRIVER", "gpu/include"]),
    ("render/common", []),
    ("render/window", ["render/common"]),
    ("render/gl", ["render/common", "render/window"]),
    ("render/vulkan/context", ["render/common", "render/window"]),
    ("render/vulkan/image", ["render/common", "render/vulkan/context"]),
    ("render/vulkan/draw", ["render/common", "render/vulkan/context", "render/vulkan/image"]),
    (
        "render/vulkan/window",
        ["render/common", "render/window", "render/vulkan/context", "render/vulkan/draw", "render/vulkan/image"],
    ),
    ("app/text", []),
    ("app/files", ["app/text", "gpu/files"]),
    ("app/images/formats", ["app/files", "app/images", "app/text"]),
    ("app/images", ["app/files", "app/images/formats", "app/text", "gpu/files"]),
    ("app/device", ["app/files", "app/text"]),
    ("app/texture", ["app/device", "app/images", "app/text"]),
    ("app/scene", ["app/images", "app/text", "app/texture"]),
    ("app/labs", ["app/device", "app/images", "app/text"]),
    ("app/labs/LAB", ["app/labs", "LIBRARIES"]),
    ("app/labs/LAB/panel", ["app/labs/LAB", "app/window", "app/window/panels", "LIBRARIES"]),
    # Copies are planned for layouts, which the layout lab works out.
    ("app/labs/copy", ["app/labs/layout"]),
    ("app/labs/copy/panel", ["app/labs/layout", "app/labs/layout/panel"]),
    ("app/labs/stream/experiments", ["LIBRARIES"]),
    ("app/labs/stream", ["app/labs/stream/experiments"]),
    # The process that a kernel has for itself.
    ("app/labs/kernel/worker", ["app/labs/kernel", "gpu/files", "LIBRARIES"]),
    ("app/labs/kernel", ["app/labs/kernel/worker"]),
    ("app/pictures", ["app/files", "app/images"]),
    ("app/window", ["app/labs", "app/pictures", "app/window/review", "LIBRARIES"]),
    ("app/window/review", ["app/compare/review", "app/window"]),
    ("app/window/panels", ["app/compare/review", "app/pictures", "app/window", "app/window/review", "LIBRARIES"]),
    (
        "app/lessons",
        ["app/labs/interop", "app/labs/layout", "app/labs/stream/experiments", "app/labs/surface", "app/window", "LIBRARIES"],
    ),
    # What teachers learn from the results of a class.
    ("app/lessons/report", ["app/lessons", "app/window", "LIBRARIES"]),
    ("app/lessons/panel", ["app/lessons", "app/window", "app/window/panels"]),
    ("app/conformance", ["LIBRARIES"]),
    # A pair is compared and shown at once, so that no picture waits in memory.
    ("app/compare", ["app/compare/measures", "app/compare/report", "app/compare/rules", "app/files", "app/images", "app/text"]),
    ("app/compare/measures", ["app/images"]),
    ("app/compare/report", ["app/compare", "app/compare/measures", "app/files", "app/images", "app/text"]),
    ("app/compare/review", ["app/compare", "app/compare/rules", "app/files", "app/images"]),
    ("app/compare/rules", ["app/compare", "app/compare/measures", "app/files", "app/images", "app/text"]),
    # The comparison for projects of others.
    ("app/compare/include", []),
    ("app/compare/library", ["app/compare", "app/compare/measures", "app/compare/report", "app/compare/rules", "app/compare/include", "app/files", "app/images", "app/text"]),
    ("app/interop/shared", ["render/*", "LIBRARIES"]),
    ("app/interop/presentation", ["app/interop/shared", "app/labs/interop", "render/*", "LIBRARIES"]),
    ("app/interop", ["app/interop/shared", "render/*", "LIBRARIES"]),
    ("app/interop/observation", ["app/labs/interop", "render/*", "INTEROP", "LIBRARIES"]),
    ("app/scenes", ["LIBRARIES"]),
    ("app/sweep", ["app/scenes", "INTEROP", "LIBRARIES"]),
    ("app/stress", ["app/scenes", "INTEROP"]),
    ("app/golden", ["app/compare", "app/compare/rules", "app/scenes", "INTEROP", "LIBRARIES"]),
    ("app/cli", ["PROGRAM"]),
    ("app/cli/bench", ["app/cli", "PROGRAM"]),
    ("app/cli/doctor", ["INTEROP", "LIBRARIES"]),
    ("app/cli/lessons", ["app/lessons", "app/lessons/report", "LIBRARIES"]),
    ("app/cli/manual", ["app/cli", "LIBRARIES"]),
    ("app/cli/commands", ["app/cli", "app/cli/doctor", "app/cli/lessons", "app/cli/manual", "PROGRAM"]),
    ("app/gui/screen", ["app/window", "app/window/panels", "render/*", "INTEROP", "LIBRARIES"]),
    (
        "app/gui",
        [
            "app/gui/screen",
            *("app/compare/measures", "app/compare/review", "app/window/review", "app/labs", "app/labs/tensor", "app/lessons", "app/lessons/panel", "app/pictures", "app/scenes"),
            "app/window",
            *("app/window/panels", "render/*", "INTEROP", "LIBRARIES"),
        ],
    ),
    ("app/compare_main.cpp", ["app/cli", "app/files"]),
    ("app/main.cpp", ["app/cli", "app/files", "app/gui", "app/labs/kernel/worker", "app/scenes"]),
    ("examples", ["app/compare/include", "gpu/include"]),
    ("python", ["*"]),
    ("tools", []),
    ("tests", ["*"]),
]


def expanded(table):
    """A list of (place in the table, arrow, folder, folders that it may include), an arrow each; None and [] for a row."""
    for place, (row, names) in enumerate(table):
        word = next((word for word in ALIKE if word in row.split("/")), None)
        for one in ALIKE[word] if word else [""]:
            folder = row.replace(word, one) if word else row
            yield place, None, folder, []
            for name in names:
                targets = GROUPS.get(name, [name.replace(word, one) if word else name])
                yield place, name, folder, targets


# Folder: all folders that it may include.
ARROWS = {}
for _, _, folder_of_row, folders_of_arrow in expanded(TABLE):
    ARROWS[folder_of_row] = ARROWS.get(folder_of_row, []) + folders_of_arrow

# Rows that stand for the folders below them, too. All other folders have rows of their own.
WHOLE = ["app/compare/include", "examples", "gpu/include", "python", "tools", "tests"]

# Single files that need one arrow more than their folder, and why.
EXCEPTIONS = {
    "gpu/driver/open_driver.cpp": (["gpu/cpu", "gpu/cuda"], "the one place that names the devices"),
    "gpu/object/graphics/gl_context_box.h": (["gpu/graphics"], "keeps GL's functions"),
    "gpu/object/graphics/graphics_resource.cpp": (["gpu/graphics"], "names formats that CUDA refuses before the driver is asked"),
    "render/vulkan/context/context_state.h": (["render/vulkan/image"], "keeps the samplers that all images share"),
    "app/window/explore_options.h": (["app/labs/tensor"], "keeps how Python asks for a tensor to be looked at"),
    "app/cli/doctor/doctor_checks.cpp": (["render/gl"], "tries each link by itself"),
}

# Headers of others that only some folders may include. Tests and examples may include all.
FOREIGN = [
    (["cuda.h", "cudaGL.h", "cuda_gl_interop.h"], ["gpu/cuda", "gpu/include/texelscope/gpu/native.h"]),
    (["cuda_runtime.h", "cuda_runtime_api.h"], ["gpu/cuda", "gpu/include/texelscope/kernels"]),
    (["imgui*.h"], ["app/labs/*/panel", "app/lessons/panel", "app/window/panels", "app/gui"]),
    (["GLFW/*"], ["render", "app/gui"]),
    (["glad/*", "EGL/*", "KHR/*"], ["render"]),
    (["GL/*"], ["render", "gpu/graphics", "app/gui/screen"]),
    (["vulkan/*"], ["render"]),
    (["CLI/*"], ["app/cli"]),
    (["seccomp.h"], ["app/labs/kernel/worker"]),
    (["stb_*", "stb/*"], ["app/images", "app/gui", "tools"]),
    (["pybind11/*", "Python.h"], ["python"]),
    (["gtest/*", "gmock/*"], ["app/compare/include", "tests"]),
]

# Headers of others that comments name and nothing includes.
NAMED = ["torch/csrc/inductor/aoti_torch/c/shim.h"]

# No file of the project is longer.
MAX_LINES = 500

# No folder holds more sources. The longest row that fits a folder counts.
MAX_SOURCES = {"": 60, "app": 40}

# What draws with Dear ImGui, and its one file that names colors.
PANELS = ["app/labs/*/panel/*", "app/lessons/panel/*", "app/window/panels/*"]
COLORS = "app/window/panels/theme_colors.h"

# The one place that writes files; the sources of these folders write through it. And what looks like writing elsewhere, and why.
WRITING = "gpu/files/*"
WRITERS = ["app/*", "gpu/*", "render/*", "python/*"]
NO_WRITERS = {
    "app/window/autosave.cpp": "moves a damaged session aside under a name that is free",
    "app/labs/kernel/worker/worker_process.cpp": "what a kernel prints goes to /dev/null",
    "gpu/cpu/memory/shared_file.cpp": "opens memory that another process shares, which lies in no folder",
}

# Pages whose names of files in backticks exist, and the folders that their paths may be counted from. On other pages that holds
# for paths from the root.
PAGES = {"CONTRIBUTING.md": ["", "gpu/include/"], "README.md": [""], "gpu/DESIGN.md": ["gpu/", "gpu/include/texelscope/", ""]}

# What may not stand in any file: regular expression, and why. Written so that this file does not match itself.
FORBIDDEN = [
    (r"/" r"work/", "a path of a build machine"),
    (r"/" r"home/\w", "a path of a build machine"),
    (r"/" r"root/", "a path of a build machine"),
    (r"/" r"tmp/(?!\.X11-unix)[a-z]", "a path of a build machine; ask for a temporary folder"),
    (r"\bTO" r"DO\b|\bFIX" r"ME\b|\bXX" r"X\b", "unfinished work; finish it, or write an issue"),
]
