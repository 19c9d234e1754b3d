#include <cstddef>
#include <cstdint>
#include <optional>

#include "app/accesses/access_file.h"
#include "app/accesses/pixel_history.h"
#include "app/files/file_error.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_accesses(FuzzInput input) {
  const InputFile file(input, "accesses.bin");
  accept<app::FileError>([&] {
    const gpu::AccessRecording recording = app::read_accesses(file.path()).recording;
    require(recording.accesses.size() * sizeof(gpu::Access) <= input.size(), "accesses fit into their file");
    for (std::size_t i = 0; i < recording.accesses.size(); ++i) {
      require(!app::access_text(recording, recording.accesses[i]).empty(), "each access has a text");
      require(!app::follow_nan(recording, i).empty(), "a NaN is followed from its access");
    }
    if (const std::optional<std::uint32_t> surface = app::last_surface(recording);
        surface && recording.objects[*surface].kind == gpu::AccessObject::Kind::surface) {
      static_cast<void>(app::pixel_history(recording, {*surface, 0, 0}));
    }
  });
}

}  // namespace texelscope::tests
