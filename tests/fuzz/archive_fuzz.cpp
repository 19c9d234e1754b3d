#include "app/files/file_error.h"
#include "app/files/tensor_file.h"
#include "app/files/zip_archive.h"
#include "tests/fuzz/fuzz_input.h"
#include "texelscope/gpu/error.h"

namespace texelscope::tests {

void fuzz_zip(FuzzInput input) {
  const InputFile file(input, "input.zip");
  accept<app::FileError>([&] {
    app::ZipArchive archive(file.path());
    for (const app::ZipMember& member : archive.members()) {
      accept<app::FileError>(
          [&] { require(archive.read(member).size() == member.size, "a member is as large as the directory says"); });
    }
  });
}

void fuzz_npz(FuzzInput input) {
  const InputFile file(input, "input.npz");
  accept<app::FileError, gpu::InvalidArgument>([&] {
    for (const app::NamedTensor& tensor : app::read_tensor_file(file.path())) {
      require(tensor.view.layout().required_size_in_bytes() >= 0, "a tensor has a size");
    }
  });
}

}  // namespace texelscope::tests
