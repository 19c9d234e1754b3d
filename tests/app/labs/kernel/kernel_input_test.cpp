#include "app/labs/kernel/kernel_input.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "app/labs/kernel/code_tokens.h"
#include "tests/app/labs/kernel/kernel_lab_fixture.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

TEST_F(KernelLabTest, TextsReadPicturesByInput) {
  const tests::TemporaryFolder folder;
  Image one_red = rgba8_image(2, 2);
  for (std::size_t i = 0; i < one_red.pixels.size(); i += 4) {
    one_red.pixels[i] = std::byte{200};
  }
  save_png(folder / "red.png", one_red);
  lab.inputs[0].file = (folder / "red.png").string();
  lab.inputs[2].take([] {
    Image half{2, 1, 1, gpu::DataType::float32, std::vector<std::byte>(8)};
    const std::array<float, 2> values{0.25F, 0.25F};
    std::memcpy(half.pixels.data(), values.data(), 8);
    return OfferedPicture{"slice", std::make_shared<const Image>(half), "", ""};
  });
  compile(R"(TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {
  Float4 color{frame.image_1.sample_2d(0.5f, 0.5f).x, frame.image_3.sample_2d(0.5f, 0.5f).x,
               frame.image_2.sample_2d(0.5f, 0.5f).x, 1};
  frame.output.write_2d(to_unorm8(color), at.x, at.y);
}
)");
  EXPECT_EQ(pixel(1, 1), 0xC84000U) << lab.error();
  EXPECT_EQ(lab.inputs[2].taken(), "slice");
  EXPECT_EQ(lab.files_to_read(), std::vector<std::filesystem::path>{folder / "red.png"});
  lab.inputs[0].file = (folder / "none.png").string();
  settle();
  EXPECT_NE(lab.inputs[0].error().find("none.png"), std::string::npos) << lab.inputs[0].error();
  EXPECT_EQ(pixel(1, 1), 0x004000U) << "an empty slot is zero";
}

TEST_F(KernelLabTest, BuffersStoreThePreviousFrameAndFeedEachOther) {
  // buffer_a counts frames in quarters. buffer_b copies the value of buffer_a from the same frame, and reads the
  // previous output of buffer_c.
  const std::string text = R"(
TEXELSCOPE_KERNEL_FUNCTION void buffer_a(Index at, const Frame& frame) {
  Float4 before = frame.buffer_a.sample_2d(0.5f, 0.5f);
  frame.output.write_2d(Float4{minimum(before.x + 0.25f, 1), 0, 0, 0}, at.x, at.y);
}
TEXELSCOPE_KERNEL_FUNCTION void buffer_b(Index at, const Frame& frame) {
  float same = frame.buffer_a.sample_2d(0.5f, 0.5f).x;
  float last = frame.buffer_c.sample_2d(0.5f, 0.5f).x;
  frame.output.write_2d(Float4{same, last, 0, 0}, at.x, at.y);
}
TEXELSCOPE_KERNEL_FUNCTION void buffer_c(Index at, const Frame& frame) {
  frame.output.write_2d(Float4{0.2f * (frame.count == 0), 0, 0, 0}, at.x, at.y);
}
TEXELSCOPE_KERNEL_FUNCTION void pixel(Index at, const Frame& frame) {
  Float4 seen = frame.buffer_b.sample_2d(0.5f, 0.5f);
  float none = frame.buffer_d.sample_2d(0.5f, 0.5f).x;
  frame.output.write_2d(to_unorm8(Float4{seen.x, seen.y, none, 1}), at.x, at.y);
}
)";
  EXPECT_EQ(kernel_buffers(text), 7U);
  EXPECT_EQ(kernel_buffers("// void buffer_a(Index at)\nvoid pixel() { buffer_a(at, frame); }"), 0U);
  compile(text);
  EXPECT_EQ(pixel(3, 3), 0x400000U) << "the paused lab has drawn one frame: " << lab.error();
  view.mouse = {1.0F, 1.0F};
  settle();
  EXPECT_EQ(pixel(3, 3), 0x803300U) << "the second frame: one half, and the first output of buffer_c";
  view.mouse = {2.0F, 1.0F};
  settle();
  EXPECT_EQ(pixel(3, 3), 0xBF0000U);
  lab.restart();
  settle();
  EXPECT_EQ(pixel(3, 3), 0x400000U) << "zero again";
  view.width = 30;
  settle();
  EXPECT_EQ(pixel(3, 3), 0x400000U) << "buffers of a new size begin with zeros";
}

TEST_F(KernelLabTest, CompilesWhenTypingPauses) {
  compile(filling(red_fill));
  lab.file = "";
  lab.text = filling(green_fill);
  lab.note_typing(view.now);
  step(0.3);
  EXPECT_FALSE(lab.is_compiling()) << "the pause between two letters is too short";
  EXPECT_TRUE(lab.is_edited());
  step(0.4);
  settle();
  EXPECT_TRUE(lab.runs_last());
  EXPECT_EQ(pixel(5, 5), 0x00FF00U);
  lab.text = filling("no_such_thing");
  lab.note_typing(view.now);
  step(0.7);
  settle();
  ASSERT_FALSE(lab.messages().empty());
  EXPECT_EQ(lab.messages()[0].line, 2);
  EXPECT_EQ(pixel(5, 5), 0x00FF00U) << "the last working kernel keeps running";
  lab.text = filling(red_fill);
  EXPECT_TRUE(lab.messages().empty()) << "the line of the messages has changed";
  lab.save();
  step(0.001);
  ASSERT_TRUE(lab.is_compiling());
  EXPECT_TRUE(lab.messages().empty()) << "no mark returns while the corrected text is compiled";
  lab.text = filling(green_fill);
  lab.controls.compiles_while_typing = false;
  lab.note_typing(view.now);
  step(0.7);
  settle();
  EXPECT_TRUE(lab.is_edited());
}

TEST_F(KernelLabTest, TextsRestoredByUndoAreCompiledLikeTypedOnes) {
  compile(filling(red_fill));
  compile(filling("no_such_thing"));
  lab.set("text", filling(red_fill));
  EXPECT_EQ(lab.error(), "") << "the lines have changed";
  EXPECT_FALSE(lab.is_compiling());
  step(0.7);
  settle();
  EXPECT_TRUE(lab.runs_last());
  EXPECT_TRUE(lab.messages().empty());
}

TEST_F(KernelLabTest, TypingDoesNotCompileATextFromElsewhere) {
  compile(filling(red_fill));
  lab.set("text", filling(green_fill));
  lab.take_origin("their.json");
  lab.text += " ";
  lab.note_typing(view.now);
  step(0.7);
  settle();
  EXPECT_TRUE(lab.is_edited());
  EXPECT_EQ(lab.origin(), "their.json");
}

}  // namespace
}  // namespace texelscope::app
