"""The folders that each folder may include, and other limits on the sources.

The folder of a file is the longest matching row of ARROWS. Includes of the project's headers are relative to its root; those of
public headers, in gpu/include/ and app/compare/include/, begin with "texelscope/". A folder may always include itself. "*" stands
for any part of a path.
"""

# Include prefixes of public headers, and the folders that they are relative to; the first match applies.
PUBLIC_ROOTS = {"texelscope/inspect": "inspect/include/", "texelscope_inspect": "inspect/include/", "texelscope/compare/": "app/compare/include/", "texelscope/": "gpu/include/"}

LABS = ["access", "copy", "interop", "kernel", "layout", "lifetime", "stream", "surface", "tensor", "texture"]

# Names for groups of folders. In TABLE, such a name is an arrow to all folders of the group; including one of them is
# enough to use the arrow.
GROUPS = {
    "DRIVER": ["gpu/driver", "gpu/driver/calls"],
    "LIBRARIES": ["app/text", "app/files", "app/images", "app/device", "app/texture", "app/scene", "app/sources"],
    "INTEROP": ["app/interop", "app/interop/*"],
}
# Code that subcommands run: all of the program except its window and its command line.
GROUPS["PROGRAM"] = [
    *("app/accesses", "app/compare", "app/compare/measures", "app/compare/report", "app/compare/review", "app/compare/rules", "app/conformance", "app/golden", "app/labs", "app/lessons", "app/lessons/report", "app/documents", "app/scenes", "app/window", "app/workspace"),
    *(f"app/labs/{lab}" for lab in LABS),
    *("app/labs/kernel/worker", "app/labs/stream/experiments"),
    *(folder for group in ("INTEROP", "LIBRARIES") for folder in GROUPS[group]),
]

# Folders with the same arrows. If a row of TABLE contains one of these words in its path, it applies to each of the
# folders. The folders of OBJECT include one another, as do those of CPU: each group is a single layer.
ALIKE = {
    "LAB": LABS,
    "OBJECT": ["gpu/object", *(f"gpu/object/{part}" for part in ("array", "graphics", "memory", "program", "stream"))],
    "CPU": ["gpu/cpu", *(f"gpu/cpu/{part}" for part in ("array", "graph", "memory", "program", "recording", "stream"))],
}

# Folder: the folders whose headers it includes. Unused arrows must be removed. Everything in app/ may also include
# gpu/include. A folder with two rows may include the folders of both.
TABLE = [
    ("gpu/include", []),
    ("gpu/files", ["gpu/include"]),
    ("gpu/blocks", ["gpu/include"]),
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
    # The texture unit as a C library of its own, for other projects.
    ("gpu/texture_unit_library/include", []),
    ("gpu/texture_unit_library", ["gpu/cpu/texture_unit", "gpu/driver", "gpu/include", "gpu/layout", "gpu/texture_unit_library/include", "gpu/threads"]),
    ("CPU", ["gpu/cpu", "gpu/cpu/*", "gpu/files", "gpu/graphics", "gpu/threads", "DRIVER", "gpu/include"]),
    ("gpu/cuda", ["gpu/files", "gpu/graphics", "DRIVER", "gpu/include"]),
    # The library for programs that show their arrays in the window, and its protocol.
    ("inspect/include", ["gpu/include"]),
    ("inspect/protocol", ["gpu/include"]),
    ("inspect/sender", ["inspect/include", "inspect/protocol", "gpu/include"]),
    ("inspect", ["inspect/include", "inspect/sender"]),
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
    ("app/images/textures", ["app/images", "app/images/formats", "app/text"]),
    ("app/images/tiff", ["app/images", "app/images/formats", "app/text"]),
    ("app/images", ["app/files", "app/images/formats", "app/text", "gpu/files"]),
    ("app/device", ["app/files", "app/text"]),
    ("app/texture", ["app/device", "app/images", "app/text"]),
    ("app/scene", ["app/images", "app/text", "app/texture"]),
    # Arrays of other processes.
    ("app/sources", ["app/files", "app/text", "inspect/protocol"]),
    ("app/labs", ["app/device", "app/images", "app/text"]),
    ("app/labs/LAB", ["app/labs", "LIBRARIES"]),
    ("app/labs/LAB/panel", ["app/labs/LAB", "app/window", "app/window/panels", "app/workspace", "LIBRARIES"]),
    # The accesses lab explains recordings of scenes and kernels.
    ("app/labs/access", ["app/accesses"]),
    ("app/labs/access/panel", ["app/accesses"]),
    # The copy lab plans copies between layouts that the layout lab computes.
    ("app/labs/copy", ["app/labs/layout"]),
    ("app/labs/copy/panel", ["app/labs/layout/panel"]),
    ("app/labs/stream/experiments", ["LIBRARIES"]),
    ("app/labs/stream", ["app/labs/stream/experiments"]),
    # The separate process in which a kernel runs.
    ("app/labs/kernel/worker", ["app/accesses", "app/labs/kernel", "gpu/files", "LIBRARIES"]),
    ("app/labs/kernel", ["app/accesses", "app/labs/kernel/worker", "gpu/files"]),
    # Scenes, pictures and labs: everything that the window can show.
    ("app/documents", ["app/labs", "LIBRARIES"]),
    # Which of it is open, and everything else that panels show and change.
    ("app/workspace", ["app/documents", "app/labs", "LIBRARIES"]),
    ("app/window", ["app/documents", "app/labs", "app/window/review", "app/workspace", "LIBRARIES"]),
    ("app/window/review", ["app/compare/review", "app/documents", "app/text", "app/window", "app/workspace"]),
    ("app/window/panels", ["app/compare/review", "app/documents", "app/window", "app/window/review", "app/workspace", "LIBRARIES"]),
    ("app/window/review/panel", ["app/compare/review", "app/window/panels", "app/window/review"]),
    (
        "app/lessons",
        ["app/accesses", "app/documents", "app/labs/interop", "app/labs/layout", "app/labs/stream/experiments", "app/labs/surface", "app/window", "app/workspace",
         "inspect/protocol", "inspect/sender", "LIBRARIES"],
    ),
    # The evaluation of a class's results for teachers.
    ("app/lessons/report", ["app/lessons", "app/workspace", "LIBRARIES"]),
    ("app/lessons/panel", ["app/lessons", "app/window", "app/window/panels"]),
    ("app/conformance", ["LIBRARIES"]),
    # Conclusions from the recorded accesses of kernels.
    ("app/accesses", ["app/files"]),
    # A pair is compared and reported immediately, so that no image remains in memory.
    ("app/compare", ["app/compare/measures", "app/compare/report", "app/compare/rules", "app/files", "app/images", "app/text"]),
    ("app/compare/measures", ["app/compare/include", "app/images"]),
    ("app/compare/report", ["app/compare", "app/compare/measures", "app/files", "app/images", "app/text"]),
    ("app/compare/review", ["app/compare", "app/compare/report", "app/compare/rules", "app/files", "app/images"]),
    ("app/compare/rules", ["app/compare", "app/compare/measures", "app/files", "app/images", "app/text"]),
    # The comparison library for other projects.
    ("app/compare/include", []),
    ("app/compare/library", ["app/compare", "app/compare/measures", "app/compare/report", "app/compare/rules", "app/compare/include", "app/files", "app/images", "app/text"]),
    ("app/interop/shared", ["render/*", "LIBRARIES"]),
    ("app/interop/presentation", ["app/interop/shared", "app/labs/interop", "render/*", "LIBRARIES"]),
    ("app/interop", ["app/interop/shared", "render/*", "LIBRARIES"]),
    ("app/interop/observation", ["app/labs/interop", "render/*", "INTEROP", "LIBRARIES"]),
    ("app/scenes", ["LIBRARIES"]),
    ("app/golden", ["app/compare", "app/compare/rules", "app/scenes", "INTEROP", "LIBRARIES"]),
    ("app/cli", ["PROGRAM"]),
    ("app/cli/bench", ["app/cli", "PROGRAM"]),
    # The program of the project's developers.
    ("app/instruments", ["app/cli", "app/files", "app/labs/kernel/worker"]),
    ("app/instruments/bench", ["app/cli", "app/cli/bench", "PROGRAM"]),
    ("app/instruments/sweep", ["app/scenes", "INTEROP", "LIBRARIES"]),
    ("app/instruments/stress", ["app/scenes", "INTEROP"]),
    ("app/instruments/commands", ["app/cli", "app/instruments/stress", "app/instruments/sweep", "PROGRAM"]),
    ("app/cli/doctor", ["INTEROP", "LIBRARIES"]),
    ("app/cli/lessons", ["app/lessons", "app/lessons/report", "LIBRARIES"]),
    ("app/cli/manual", ["app/cli", "LIBRARIES"]),
    ("app/cli/commands", ["app/cli", "inspect/include", "app/cli/doctor", "app/cli/lessons", "app/cli/manual", "PROGRAM"]),
    ("app/gui/screen", ["app/window/panels", "app/workspace", "render/*", "INTEROP", "LIBRARIES"]),
    ("app/gui/sources", ["app/documents", "app/labs/tensor", "app/window", "app/window/panels", "app/workspace", "inspect/protocol", "LIBRARIES"]),
    # Recordings of what the window shows.
    ("app/gui/accesses", ["app/accesses", "app/interop", "app/labs/access", "app/labs/kernel", "app/workspace", "render/common", "LIBRARIES"]),
    (
        "app/gui",
        [
            "app/gui/accesses", "app/gui/screen", "app/gui/sources",
            *("app/compare/measures", "app/compare/review", "app/window/review", "app/window/review/panel", "app/labs", "app/labs/tensor", "app/lessons", "app/lessons/panel", "app/documents", "app/scenes"),
            *("app/window", "app/workspace"),
            *("app/window/panels", "gpu/files", "render/*", "INTEROP", "LIBRARIES"),
        ],
    ),
    ("app/compare_main.cpp", ["app/cli"]),
    ("app/main.cpp", ["app/cli", "app/files", "app/gui", "app/labs/kernel/worker", "app/scenes"]),
    ("examples", ["app/compare/include", "gpu/include", "inspect/include"]),
    ("python", ["*"]),
    ("tools", ["app/accesses", "gpu/include"]),
    ("tests", ["*"]),
]


def expanded(table):
    """Yields (position in the table, arrow, folder, folders that it may include) for each arrow; None and [] for a row itself."""
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

# Rows that also apply to subfolders. All other folders have their own rows.
WHOLE = ["app/compare/include", "examples", "gpu/include", "inspect/include", "python", "tools", "tests"]

# Files that require more arrows than their folder, and the reason.
EXCEPTIONS = {
    "gpu/driver/open_driver.cpp": (["gpu/cpu", "gpu/cuda"], "the only source that names the devices"),
    "gpu/object/graphics/gl_context_box.h": (["gpu/graphics"], "stores the pointers to GL's functions"),
    "gpu/object/graphics/graphics_box.h": (["gpu/graphics"], "stores the facts of a GL object at its registration"),
    "gpu/object/graphics/graphics_resource.cpp": (["gpu/graphics"], "names formats that CUDA does not support, before the driver is called"),
    "render/vulkan/context/context_state.h": (["render/vulkan/image"], "keeps the samplers that all images share"),
    "app/window/explore_options.h": (["app/labs/tensor"], "stores the tensor that Python passes to the tensor lab, and its options"),
    "app/cli/doctor/doctor_checks.cpp": (["render/gl"], "tries each link separately"),
}

# External headers that only some folders may include. Tests and examples may include all.
FOREIGN = [
    (["cuda.h", "cudaGL.h", "cuda_gl_interop.h"], ["gpu/cuda", "gpu/include/texelscope/gpu/native.h"]),
    (["cuda_runtime.h", "cuda_runtime_api.h"], ["gpu/cuda", "gpu/include/texelscope/kernels"]),
    (["imgui*.h"], ["app/labs/*/panel", "app/lessons/panel", "app/window/panels", "app/window/review/panel", "app/gui"]),
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

# External headers that comments mention, but no source includes.
NAMED = ["torch/csrc/inductor/aoti_torch/c/shim.h"]

# The maximum length of a file of the project.
MAX_LINES = 500

# The maximum number of sources in a folder. The longest matching row applies.
MAX_SOURCES = {"": 60, "app": 40}

# Code that draws with Dear ImGui, and its only file that may name colors.
PANELS = ["app/labs/*/panel/*", "app/lessons/panel/*", "app/window/panels/*", "app/window/review/panel/*"]
COLORS = "app/window/panels/theme_colors.h"

# The only code that writes files, the folders that write through it, and files that only appear to write, with the
# reasons.
WRITING = "gpu/files/*"
# The only code that creates folders: it asks whether the process may.
MAKING = ["app/files/*", "gpu/files/*"]
WRITERS = ["app/*", "gpu/*", "render/*", "python/*"]
NO_WRITERS = {
    "app/sources/source_listener.cpp": "moves its socket into place once it listens",
    "app/workspace/autosave.cpp": "moves a damaged session aside under an unused name",
    "app/labs/kernel/worker/worker_process.cpp": "redirects a kernel's output to /dev/null",
    "gpu/cpu/memory/shared_file.cpp": "opens memory that another process shares, which is not a file in a folder",
}

# Pages in which file names in backquotes are checked, and the folders that their paths may be relative to. In other pages, only
# paths from the root are checked.
PAGES = {"CONTRIBUTING.md": ["", "gpu/include/"], "README.md": [""], "gpu/DESIGN.md": ["gpu/", "gpu/include/texelscope/", ""]}

# Forbidden in any file: regular expression, and reason. Written so that this file does not match itself.
FORBIDDEN = [
    (r"/" r"work/", "a path on a build machine"),
    (r"/" r"home/\w", "a path on a build machine"),
    (r"/" r"root/", "a path on a build machine"),
    (r"/" r"tmp/(?!\.X11-unix)[a-z]", "a path on a build machine; use a temporary folder"),
    (r"\bTO" r"DO\b|\bFIX" r"ME\b|\bXX" r"X\b", "unfinished work; finish it, or file an issue"),
]
