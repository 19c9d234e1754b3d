#include "app/accesses/hazard_check.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/accesses/kernel_arguments.h"
#include "tests/app/accesses/recorded_kernel.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"

namespace texelscope::app {
namespace {

using tests::CheckedDevice;
using tests::Images;
using tests::Numbers;

constexpr std::string_view two_buffers = "int* a; int* b;";
constexpr std::string_view texture_and_surface = "Texture from; Surface to;";

/// The hazards of a kernel over 8 × 1 threads with two buffers of 8 ints.
std::vector<std::string> hazards_of_numbers(std::string_view body) {
  const CheckedDevice checked;
  const gpu::Buffer a = checked.memory(64);
  const gpu::Buffer b = checked.memory(64);
  checked.compile(two_buffers, body).launch(*checked.stream, {8, 1, 1}, Numbers{a.handle().value, b.handle().value});
  checked.stream->synchronize();
  return checked.hazards();
}

/// The hazards of a kernel over 8 × 4 threads with a texture and a surface of one array of that size.
std::vector<std::string> hazards_of_images(std::string_view body) {
  const CheckedDevice checked;
  const gpu::CUDAArray array = checked.image(8, 4);
  const gpu::TextureObject texture = gpu::TextureObject::from_array(array, {});
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(array);
  checked.compile(texture_and_surface, body)
      .launch(*checked.stream, {8, 4, 1}, Images{texture.handle().value, surface.handle().value});
  try {
    checked.stream->synchronize();
  } catch (const gpu::DriverError&) {
    // A trap.
  }
  return checked.hazards();
}

void expect_only(const std::vector<std::string>& hazards, std::vector<std::string_view> parts) {
  ASSERT_EQ(hazards.size(), 1U) << testing::PrintToString(hazards);
  for (const std::string_view part : parts) {
    EXPECT_NE(hazards.front().find(part), std::string::npos) << hazards.front() << "\nlacks " << part;
  }
}

TEST(HazardCheck, KnowsAStackBesideAnAllocation) {
  const CheckedDevice checked;
  const gpu::RuntimeKernel kernel = checked.compile(two_buffers,
                                                    "int own[8];\n"
                                                    "for (int k = 0; k < 8; ++k) own[(k + a[k]) % 8] = k + i.x;\n"
                                                    "b[i.x] = own[i.x % 8];\n");
  // The system places the stack of a new thread below the memory that it mapped last.
  std::vector<gpu::Buffer> buffers;
  std::vector<gpu::Stream> streams;
  for (int n = 0; n < 12; ++n) {
    const gpu::Buffer& buffer = buffers.emplace_back(checked.memory(std::size_t{16} << 20));
    const gpu::Stream& stream = streams.emplace_back(checked.device->create_stream());
    kernel.launch(stream, {8, 1, 1}, Numbers{buffer.handle().value, buffer.handle().value + 64});
    stream.synchronize();
  }
  EXPECT_EQ(checked.hazards(), std::vector<std::string>());
}

TEST(HazardCheck, NamesTwoThreadsThatWriteDifferentNumbersToOnePlace) {
  expect_only(hazards_of_numbers("a[i.x / 2] = i.x;\n"),
              {"write-write", "test.cu:2", "thread (0, 0, 0) of launch 0 (Test)", "thread (1, 0, 0)",
               "byte 0 of memory", "4 times"});
}

TEST(HazardCheck, NamesTwoThreadsThatWriteDifferentTexelsToOnePlace) {
  expect_only(hazards_of_images("to.write_2d(float(i.x), 3, i.y);\n"),
              {"write-write", "texel (3, 0) of surface", "test.cu:2"});
}

TEST(HazardCheck, NamesAReadOfMemoryThatAnotherThreadHasWritten) {
  expect_only(hazards_of_numbers("a[i.x] = i.x + 1;\nif (i.x > 0)\n  b[i.x] = a[i.x - 1];\n"),
              {"read-write", "written at test.cu:2", "read at test.cu:4", "7 times"});
}

TEST(HazardCheck, NamesAReadOfMemoryThatAnotherThreadWritesLater) {
  expect_only(hazards_of_numbers("if (i.x < 7)\n  b[i.x] = a[i.x + 1];\na[i.x] = i.x + 1;\n"),
              {"read-write", "read at test.cu:3", "changed at test.cu:4"});
}

TEST(HazardCheck, NamesAFetchFromTheArrayThatItsKernelWrites) {
  expect_only(hazards_of_images("const float left = from.sample_2d(i.x - 0.5f, i.y + 0.5f).x;\n"
                                "to.write_2d(left + i.x + 1, i.x, i.y);\n"),
              {"read-write", "test.cu:2", "test.cu:3"});
}

TEST(HazardCheck, NamesASurfaceReadOfWhatAnotherThreadWrites) {
  expect_only(hazards_of_images("const float left = to.read_2d<float, BoundaryMode::zero>(i.x - 1, i.y);\n"
                                "to.write_2d(left + i.x + 1, i.x, i.y);\n"),
              {"read-write", "written at test.cu:3", "read at test.cu:2"});
}

TEST(HazardCheck, NamesAPlainReadOfAnAtomicSum) {
  expect_only(hazards_of_numbers("__atomic_fetch_add(a, 1, __ATOMIC_RELAXED);\nb[i.x] = a[0];\n"),
              {"read-write", "test.cu:2", "test.cu:3"});
}

TEST(HazardCheck, NamesAWriteOutsideASurface) {
  expect_only(hazards_of_images("to.write_2d<float, BoundaryMode::clamp>(1.0f, i.x + 1, i.y);\n"),
              {"out-of-range", "test.cu:2", "thread (7, 0, 0)", "changed the nearest texel", "4 times"});
}

TEST(HazardCheck, NamesAnAccessThatTraps) {
  expect_only(hazards_of_images("to.write_2d(1.0f, i.x, i.y + 1);\n"),
              {"out-of-range", "test.cu:2", "thread (0, 3, 0)", "ended the launch"});
}

TEST(HazardCheck, NamesTheFirstNaNOfAThread) {
  expect_only(hazards_of_images("const float x = i.x - 2.0f;\nto.write_2d(x / (x * x), i.x, i.y);\n"),
              {"not-a-number", "texel (2, 0)", "test.cu:3", "thread (2, 0, 0)", "4 times"});
}

TEST(HazardCheck, NamesAnAccessBeyondABuffer) {
  expect_only(hazards_of_numbers("b[i.x] = a[i.x + 12];\n"),
              {"out-of-range", "test.cu:2", "thread (4, 0, 0) of launch 0 (Test)", "byte 64 of memory",
               "outside the allocation", "4 times"});
  expect_only(hazards_of_numbers("b[i.x] = a[i.x - 1];\n"), {"out-of-range", "thread (0, 0, 0)", "byte -4 of memory"});
}

TEST(HazardCheck, NamesAReadOfWhatWasJustWritten) {
  // Each thread reads the texel that the previous one has written, through a texture.
  expect_only(hazards_of_images("to.write_2d(i.x + 1.0f, i.x, i.y);\n"
                                "const float left = from.sample_2d(i.x - 0.5f, i.y + 0.5f).x;\n"
                                "if (left < 0) to.write_2d(left, i.x, i.y);\n"),
              {"read-write", "written at test.cu:2", "read at test.cu:3", "thread (0, 0, 0)", "thread (1, 0, 0)"});
}

TEST(HazardCheck, NamesTheMakerOfANaNThatIsCarriedOn) {
  const CheckedDevice checked;
  const gpu::CUDAArray first = checked.image(8, 4);
  const gpu::CUDAArray second = checked.image(8, 4);
  const gpu::SurfaceObject from = gpu::SurfaceObject::from_array(first);
  const gpu::SurfaceObject to = gpu::SurfaceObject::from_array(second);
  constexpr std::string_view surfaces = "Surface from; Surface to;";
  const Images arguments{from.handle().value, to.handle().value};
  checked.compile(surfaces, "from.write_2d(i.x == 2 && i.y == 1 ? i.z / 0.0f : 1.0f, i.x, i.y);\n")
      .launch(*checked.stream, {8, 4, 1}, arguments);
  checked.compile(surfaces, "to.write_2d(from.read_2d<float>(i.x, i.y) + 1, i.x, i.y);\n")
      .launch(*checked.stream, {8, 4, 1}, arguments);
  checked.stream->synchronize();
  expect_only(checked.hazards(), {"not-a-number", "texel (2, 1)", "thread (2, 1, 0) of launch 0"});
}

TEST(HazardCheck, NamesANaNThatItsThreadAlsoStoresInMemory) {
  const CheckedDevice checked;
  const gpu::Buffer numbers = checked.memory(64);
  const gpu::CUDAArray image = checked.image(8, 1);
  const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(image);
  checked
      .compile("float* a; Surface to;",
               "const float x = a[i.x] / a[i.x];\na[i.x] = i.x == 3 ? x : 1.0f;\nto.write_2d(a[i.x], i.x, 0);\n")
      .launch(*checked.stream, {8, 1, 1}, Numbers{numbers.handle().value, surface.handle().value});
  checked.stream->synchronize();
  expect_only(checked.hazards(), {"not-a-number", "test.cu:4", "thread (3, 0, 0)"});
}

TEST(HazardCheck, NamesAnInitialValueThatRacesWithAtomicOperations) {
  expect_only(hazards_of_numbers("if (i.x == 0)\n  a[0] = 0;\n__atomic_fetch_add(a, 1, __ATOMIC_RELAXED);\n"),
              {"write-write", "test.cu:3", "test.cu:4", "thread (0, 0, 0)", "thread (1, 0, 0)"});
}

TEST(HazardCheck, RemembersWhoChangedAValue) {
  // Another thread repeats the value, or the same one does.
  EXPECT_EQ(hazards_of_numbers("if (i.x < 2)\n  a[0] = 7;\nelse\n  b[i.x] = a[0];\n").size(), 1U);
  EXPECT_EQ(hazards_of_images("if (i.x + i.y == 0) {\n  to.write_2d(1.0f, 0, 0);\n  to.write_2d(1.0f, 0, 0);\n}\n"
                              "if (i.y == 3 && to.read_2d<float>(0, 0) > 5) to.write_2d(2.0f, i.x, i.y);\n")
                .size(),
            1U);
  // Atomic operations behind a plain write, and one that changes nothing.
  EXPECT_EQ(hazards_of_numbers("if (i.x == 0) {\n  a[0] = 0;\n  __atomic_fetch_add(a, 1, __ATOMIC_RELAXED);\n}\n"
                               "else if (a[0] > 5) b[0] = 1;\n")
                .size(),
            1U);
  EXPECT_EQ(
      hazards_of_numbers("if (i.x == 0)\n  a[0] = 1;\nelse\n  __atomic_fetch_or(a, 1, __ATOMIC_RELAXED);\n").size(),
      1U);
}

TEST(HazardCheck, AcceptsAReadOfTheValueThatTheThreadHasWrittenLikeOthers) {
  EXPECT_EQ(hazards_of_images("to.write_2d(1.0f, 0, 0);\n"
                              "const float x = to.read_2d<float>(0, 0);\n"
                              "to.write_2d(x + i.x, i.x, i.y + (i.x + i.y == 0));\n"),
            std::vector<std::string>{});
}

/// Two launches on two streams; `is_ordered` adds an event between them.
std::vector<std::string> hazards_of_streams(std::string_view second_body, bool is_ordered) {
  const CheckedDevice checked;
  const gpu::Buffer a = checked.memory(64);
  const gpu::Buffer b = checked.memory(64);
  const gpu::Stream other = checked.device->create_stream();
  const Numbers arguments{a.handle().value, b.handle().value};
  const gpu::RuntimeKernel first = checked.compile(two_buffers, "a[i.x] = i.x + 1;\n");
  const gpu::RuntimeKernel second = checked.compile(two_buffers, second_body);
  first.launch(*checked.stream, {8, 1, 1}, arguments);
  if (is_ordered) {
    const gpu::Event event = checked.device->create_event({});
    checked.stream->record(event);
    other.wait(event);
  }
  second.launch(other, {8, 1, 1}, arguments);
  checked.stream->synchronize();
  other.synchronize();
  return checked.hazards();
}

TEST(HazardCheck, NamesLaunchesOnStreamsThatNoEventOrders) {
  expect_only(hazards_of_streams("b[i.x] = a[i.x];\n", false), {"unordered-streams", "launch 0", "launch 1"});
  EXPECT_EQ(hazards_of_streams("a[i.x] = 9;\n", false).size(), 1U);
}

TEST(HazardCheck, AcceptsLaunchesThatAnEventOrders) {
  EXPECT_EQ(hazards_of_streams("b[i.x] = a[i.x];\n", true), std::vector<std::string>{});
}

TEST(HazardCheck, AcceptsLaunchesThatTheHostOrders) {
  const CheckedDevice checked;
  const gpu::Buffer a = checked.memory(64);
  const gpu::Stream other = checked.device->create_stream();
  const Numbers arguments{a.handle().value, a.handle().value};
  const gpu::RuntimeKernel kernel = checked.compile(two_buffers, "a[i.x] = a[i.x] + 1;\n");
  kernel.launch(*checked.stream, {8, 1, 1}, arguments);
  checked.stream->synchronize();
  kernel.launch(other, {8, 1, 1}, arguments);
  other.synchronize();
  EXPECT_EQ(checked.hazards(), std::vector<std::string>{});
}

TEST(HazardCheck, AcceptsWhatEveryOrderOfThreadsComputes) {
  EXPECT_EQ(hazards_of_numbers("a[0] = 7;\n"), std::vector<std::string>{});
  // Zeros over zeros.
  EXPECT_EQ(hazards_of_numbers("a[i.x] = 0;\nb[i.x] = a[(i.x + 1) % 8];\n"), std::vector<std::string>{});
  EXPECT_EQ(hazards_of_numbers("__atomic_fetch_add(a, i.x, __ATOMIC_RELAXED);\n"), std::vector<std::string>{});
  EXPECT_EQ(hazards_of_numbers("a[i.x] = i.x;\nb[i.x] = a[i.x];\na[i.x] = b[i.x] + 1;\n"), std::vector<std::string>{});
  EXPECT_EQ(hazards_of_numbers("reinterpret_cast<unsigned char*>(a)[i.x] = 1 + i.x;\n"), std::vector<std::string>{});
  EXPECT_EQ(hazards_of_images("to.write_2d<float, BoundaryMode::zero>(1.0f, i.x + 1, i.y);\n"),
            std::vector<std::string>{});
  EXPECT_EQ(hazards_of_images("to.write_2d(from.sample_2d(i.x + 0.5f, i.y + 0.5f).x + 1, i.x, i.y);\n"),
            std::vector<std::string>{});
  EXPECT_EQ(hazards_of_images("const float x = to.read_2d<float, BoundaryMode::clamp>(i.x + 1, i.y);\n"
                              "if (x > 1) to.write_2d(x, i.x, i.y);\n"),
            std::vector<std::string>{});
}

}  // namespace
}  // namespace texelscope::app
