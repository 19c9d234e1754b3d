"""Tests of sources that have no test of the same name: a regular expression of sources, and their test in tests/.

The first match applies. The test must include the source's header, or another header in its folder.
"""

COVERED_BY = {
    # The test of a lab's panels draws each panel, and operates it with mouse and keyboard.
    r"app/labs/(\w+)/panel/.*": r"app/labs/\1/panel/\1_panel_test.cpp",
    r"app/files/zip_\w+.cpp": "app/files/tensor_file_test.cpp",
    "app/images/drawing_.*.cpp": "app/labs/layout/layout_picture_test.cpp",
    "app/images/image_convert.cpp": "app/images/image_file_test.cpp",
    "app/images/formats/png_chunks.cpp": "app/images/formats/png_test.cpp",
    "app/images/formats/exr_header.cpp": "app/images/formats/exr_test.cpp",
    "app/images/formats/exr_writer.cpp": "app/images/save_image_test.cpp",
    "app/images/formats/tiff_directory.cpp": "app/images/formats/tiff_test.cpp",
    "app/images/formats/exr_parts.cpp": "app/images/formats/exr_test.cpp",
    "app/images/formats/picture_format.cpp": "app/images/image_file_test.cpp",
    "app/images/formats/texture_file.cpp": "app/images/formats/ktx2_test.cpp",
    "app/images/formats/tiff_.*.cpp": "app/images/formats/tiff_test.cpp",
    "app/images/video_pipe.cpp": "app/cli/recording_test.cpp",
    "app/labs/copy/copy_kernels.cu": "app/labs/copy/copy_run_test.cpp",
    "app/labs/interop/test_pattern.cu": "app/interop/observation/observed_image_test.cpp",
    "app/labs/interop/.*": "app/labs/interop/interop_lab_test.cpp",
    "app/labs/kernel/worker/.*": "app/labs/kernel/worker/worker_process_test.cpp",
    "app/labs/kernel/.*": "app/labs/kernel/kernel_lab_test.cpp",
    "app/labs/layout/shared_memory_banks.cpp": "app/labs/layout/layout_access_test.cpp",
    "app/labs/layout/warp_access.cpp": "app/labs/layout/layout_access_test.cpp",
    "app/labs/stream/experiments/.*": "app/labs/stream/experiments/stream_experiments_test.cpp",
    "app/labs/stream/stream_lab.cpp": "app/labs/stream/panel/stream_panel_test.cpp",
    "app/labs/surface/surface_levels.cpp": "app/labs/surface/surface_lab_test.cpp",
    "app/labs/surface/surface_write.cu": "app/labs/surface/surface_stroke_test.cpp",
    "app/labs/tensor/draw_slice.cu": "app/labs/tensor/tensor_picture_test.cpp",
    "app/labs/tensor/tensor_view.cpp": "app/labs/tensor/tensor_lab_test.cpp",
    "app/labs/tensor/.*": "app/labs/tensor/value_summary_test.cpp",
    "app/labs/texture/texture_code_.*.cpp": "app/labs/texture/texture_code_test.cpp",
    "app/labs/texture/texture_sampler.cpp": "app/labs/texture/texture_view_test.cpp",
    "app/labs/texture/.*": "app/labs/texture/texture_lab_test.cpp",
    "app/texture/make_texture.cpp": "app/texture/sample_texture_test.cpp",
    "app/texture/texture_setup.cpp": "app/texture/sample_texture_test.cpp",
}
