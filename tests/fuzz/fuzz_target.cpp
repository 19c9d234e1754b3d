#include "tests/fuzz/fuzz_target.h"

#include <array>

namespace texelscope::tests {

std::span<const FuzzTarget> fuzz_targets() {
  // Each picture format has its own corpus, because mutations rarely turn one format into another.
  static constexpr std::array targets{
      FuzzTarget{"zip", fuzz_zip},
      FuzzTarget{"npz", fuzz_npz},
      FuzzTarget{"npy", fuzz_npy},
      FuzzTarget{"pnm", fuzz_image},
      FuzzTarget{"hdr", fuzz_image},
      FuzzTarget{"png", fuzz_png},
      FuzzTarget{"tiff", fuzz_image},
      FuzzTarget{"exr", fuzz_image},
      FuzzTarget{"dds", fuzz_image},
      FuzzTarget{"ktx", fuzz_image},
      FuzzTarget{"ktx2", fuzz_image},
      FuzzTarget{"webp", fuzz_image},
      FuzzTarget{"picture", fuzz_image},
      FuzzTarget{"session", fuzz_session},
      FuzzTarget{"lesson", fuzz_lesson},
      FuzzTarget{"course", fuzz_course},
      FuzzTarget{"lesson_results", fuzz_lesson_results},
      FuzzTarget{"manifest", fuzz_manifest},
      FuzzTarget{"rules", fuzz_rules},
      FuzzTarget{"picture_list", fuzz_picture_list},
      FuzzTarget{"report", fuzz_report},
      FuzzTarget{"texture_corpus", fuzz_texture_corpus},
      FuzzTarget{"accesses", fuzz_accesses},
      FuzzTarget{"layout_text", fuzz_layout_text},
      FuzzTarget{"layout_batch", fuzz_layout_batch},
      FuzzTarget{"dlpack", fuzz_dlpack},
      FuzzTarget{"array_interface", fuzz_array_interface},
      FuzzTarget{"source_messages", fuzz_source_messages},
      FuzzTarget{"tev", fuzz_tev},
  };
  return targets;
}

}  // namespace texelscope::tests
