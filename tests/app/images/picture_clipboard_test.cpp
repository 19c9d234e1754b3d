#include "app/images/picture_clipboard.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app/files/child_process.h"
#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "tests/app/environment.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

class PictureClipboard : public testing::Test {
 protected:
  /// Installs a program with this name. It writes its input to a file next to itself, and leaves a background process
  /// that keeps its standard streams open.
  void install(const std::string& name) {
    const std::filesystem::path program =
        folder.write(name, "#!/bin/sh\nprintf '%s ' \"$@\" > " + (folder / "arguments").string() + "\n/bin/cat > " +
                               (folder / "pasted.png").string() + "\n/bin/sleep 30 &\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  }
  [[nodiscard]] std::string error_of_copying() const {
    try {
      copy_picture(picture);
      return "";
    } catch (const ChildError& error) {
      return error.what();
    }
  }
  [[nodiscard]] std::string arguments() const {
    std::ifstream file{folder / "arguments"};
    return {std::istreambuf_iterator<char>{file}, {}};
  }

  tests::TemporaryFolder folder;
  tests::Environment path{"PATH", folder.path().string()};
  tests::Environment wayland{"WAYLAND_DISPLAY", ""};
  Image picture{2,
                1,
                3,
                gpu::DataType::uint8,
                {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5}, std::byte{6}}};
};

TEST_F(PictureClipboard, PassesThePictureToTheDesktopProgram) {
  install("xclip");
  copy_picture(picture);
  EXPECT_EQ(load_image(folder / "pasted.png").pixels, picture.pixels);
  EXPECT_EQ(arguments(), "-selection clipboard -t image/png -i ");
}

TEST_F(PictureClipboard, UsesTheWaylandProgramOnWayland) {
  install("xclip");
  install("wl-copy");
  const tests::Environment there{"WAYLAND_DISPLAY", "wayland-0"};
  copy_picture(picture);
  EXPECT_EQ(arguments(), "--type image/png ");
}

TEST_F(PictureClipboard, EncodesLinearLightAsDisplayed) {
  install("xclip");
  Image light{1, 1, 4, gpu::DataType::float32, std::vector<std::byte>(16)};
  const std::array values{0.0F, 0.21404114F, 2.0F, 0.5F};
  std::memcpy(light.pixels.data(), values.data(), 16);
  copy_picture(light);
  const std::vector<std::byte> linear{std::byte{0}, std::byte{128}, std::byte{255}, std::byte{128}};
  EXPECT_EQ(load_image(folder / "pasted.png").pixels, linear) << "the sRGB encoding of 0.214 is one half";
  copy_picture(light, true);
  EXPECT_EQ(load_image(folder / "pasted.png").pixels[1], std::byte{55});
}

TEST_F(PictureClipboard, ReportsWhatToInstallAndWhatFailed) {
  EXPECT_NE(error_of_copying().find("install the package xclip"), std::string::npos);
  const std::filesystem::path program = folder.write("xclip", "#!/bin/sh\nexit 3\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  EXPECT_NE(error_of_copying().find("ended with exit code 3"), std::string::npos);
  picture.depth = 2;
  EXPECT_THROW(copy_picture(picture), FileError);
}

}  // namespace
}  // namespace texelscope::app
