#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace texelscope::tests {

using FuzzInput = std::span<const std::byte>;

/// A parser of untrusted input, run on arbitrary bytes by libFuzzer, and on its corpus by the tests.
struct FuzzTarget {
  /// Also the name of its folder in tests/fuzz/corpus.
  std::string_view name;
  /// Lets the parser accept the bytes or reject them with a documented error. @throws any other exception, which is a
  /// defect.
  void (*run)(FuzzInput input);
};

[[nodiscard]] std::span<const FuzzTarget> fuzz_targets();

// Each of these functions is defined in a separate file, NAME_fuzz.cpp.
void fuzz_zip(FuzzInput input);
void fuzz_npz(FuzzInput input);
void fuzz_npy(FuzzInput input);
void fuzz_image(FuzzInput input);
void fuzz_png(FuzzInput input);
void fuzz_session(FuzzInput input);
void fuzz_lesson(FuzzInput input);
void fuzz_course(FuzzInput input);
void fuzz_lesson_results(FuzzInput input);
void fuzz_manifest(FuzzInput input);
void fuzz_rules(FuzzInput input);
void fuzz_picture_list(FuzzInput input);
void fuzz_report(FuzzInput input);
void fuzz_texture_corpus(FuzzInput input);
void fuzz_accesses(FuzzInput input);
void fuzz_layout_text(FuzzInput input);
void fuzz_layout_batch(FuzzInput input);
void fuzz_dlpack(FuzzInput input);
void fuzz_array_interface(FuzzInput input);
void fuzz_source_messages(FuzzInput input);
void fuzz_tev(FuzzInput input);

}  // namespace texelscope::tests
