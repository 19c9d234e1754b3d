#include "texelscope/gpu/access_recorder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/program.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/launch_options.h"

namespace texelscope::gpu {
namespace {

/// A device whose launches are recorded, and what a test kernel reads and writes.
class Recorded {
 public:
  explicit Recorded(AccessRecorderOptions options = {})
      : recorder{std::make_shared<AccessRecorder>(std::move(options))},
        device{Device::open({}, {.access_recorder = recorder})},
        stream{device.create_stream()} {
    recorder->set_on(true);
  }

  RuntimeKernel compile(std::string_view source) {
    ProgramOptions options;
    options.kernels = {"Test"};
    options.name = "test.cu";
    return Program::compile(device, source, options).kernel("Test");
  }
  Buffer numbers(const std::vector<float>& values) {
    Buffer buffer = device.allocate(values.size() * sizeof(float), stream);
    buffer.copy_from(std::as_bytes(std::span{values}), stream);
    stream.synchronize();
    return buffer;
  }

  std::shared_ptr<AccessRecorder> recorder;
  Device device;
  Stream stream;
};

float value_of(const Access& access) { return std::bit_cast<float>(access.value[0]); }

struct Scale {
  const float* in;
  float* out;
};
constexpr std::string_view scale_source = R"(struct Test {
  const float* in;
  float* out;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float x = in[i.x];
    out[i.x] =
        2 * x;
  }
};)";

TEST(AccessRecorder, RecordsReadsAndWritesOfMemoryInOrder) {
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(scale_source);
  const Buffer in = recorded.numbers({1, 2, 3, 4, 5});
  const Buffer out = recorded.numbers({0, 0, 0, 0, 7});
  kernel.launch(recorded.stream, {5, 1, 1},
                Scale{reinterpret_cast<const float*>(in.handle().value), reinterpret_cast<float*>(out.handle().value)});
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  ASSERT_EQ(recording.launches.size(), 1U);
  EXPECT_TRUE(recording.launches[0].is_recordable);
  EXPECT_EQ(recording.launches[0].counts, (std::array<std::uint64_t, 6>{0, 0, 0, 5, 5, 0}));
  ASSERT_EQ(recording.accesses.size(), 10U);
  for (int i = 0; i < 5; ++i) {
    const Access& read = recording.accesses[static_cast<std::size_t>(2 * i)];
    const Access& write = recording.accesses[static_cast<std::size_t>(2 * i + 1)];
    EXPECT_EQ(read.kind, AccessKind::memory_read);
    EXPECT_EQ(write.kind, AccessKind::memory_write);
    EXPECT_EQ(read.thread.x, i);
    EXPECT_EQ(read.offset, 4U * static_cast<unsigned>(i));
    EXPECT_EQ(write.offset, 4U * static_cast<unsigned>(i));
    EXPECT_EQ(value_of(read), static_cast<float>(i + 1));
    EXPECT_EQ(value_of(write), static_cast<float>(2 * (i + 1)));
    EXPECT_EQ(std::bit_cast<float>(write.before()[0]), i == 4 ? 7.0F : 0.0F);
    EXPECT_NE(read.object, write.object);
    EXPECT_EQ(to_string(recording.sites[read.site]), "test.cu:5");
    EXPECT_EQ(to_string(recording.sites[write.site]), "test.cu:6");
  }
}

TEST(AccessRecorder, NamesTheCallsOfAnInlinedHelper) {
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(R"(TEXELSCOPE_KERNEL_FUNCTION float value(const float* from) {
  return *from;
}
struct Test {
  const float* in;
  float* out;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const float a = value(in);
    const float b = value(in + 1);
    out[i.x] = a / b;
  }
};)");
  const Buffer in = recorded.numbers({1, 2});
  const Buffer out = recorded.numbers({0});
  kernel.launch(recorded.stream, {1, 1, 1},
                Scale{reinterpret_cast<const float*>(in.handle().value), reinterpret_cast<float*>(out.handle().value)});
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  ASSERT_EQ(recording.accesses.size(), 3U);
  std::vector<std::string> lines;
  std::ranges::transform(recording.accesses, std::back_inserter(lines),
                         [&](const Access& access) { return to_string(recording.sites[access.site]); });
  std::ranges::sort(lines);
  EXPECT_EQ(lines,
            (std::vector<std::string>{"test.cu:10", "test.cu:2, called at line 8", "test.cu:2, called at line 9"}));
}

TEST(AccessRecorder, KeepsNothingWhileItIsOff) {
  Recorded recorded;
  recorded.recorder->set_on(false);
  const RuntimeKernel kernel = recorded.compile(scale_source);
  const Buffer in = recorded.numbers({1, 2});
  const Buffer out = recorded.numbers({0, 0});
  kernel.launch(recorded.stream, {2, 1, 1},
                Scale{reinterpret_cast<const float*>(in.handle().value), reinterpret_cast<float*>(out.handle().value)});
  recorded.stream.synchronize();
  EXPECT_TRUE(recorded.recorder->recording().launches.empty());
  std::array<float, 2> result{};
  out.copy_to(std::as_writable_bytes(std::span{result}), recorded.stream);
  recorded.stream.synchronize();
  EXPECT_EQ(result, (std::array<float, 2>{2, 4}));
}

TEST(AccessRecorder, CountsWhatItDropsBeyondItsLimit) {
  Recorded recorded{{.max_accesses = 3}};
  const RuntimeKernel kernel = recorded.compile(scale_source);
  const Buffer in = recorded.numbers({1, 2, 3});
  const Buffer out = recorded.numbers({0, 0, 0});
  kernel.launch(recorded.stream, {3, 1, 1},
                Scale{reinterpret_cast<const float*>(in.handle().value), reinterpret_cast<float*>(out.handle().value)});
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  EXPECT_EQ(recording.accesses.size(), 3U);
  EXPECT_EQ(recording.launches[0].num_dropped, 3U);
  EXPECT_EQ(recording.launches[0].counts[static_cast<std::size_t>(AccessKind::memory_read)], 3U);
}

TEST(AccessRecorder, KeepsOnlyTheThreadsOfItsRegionAndSample) {
  Recorded recorded{{.first = {1, 0, 0}, .end = {6, 1, 1}, .every = 2}};
  const RuntimeKernel kernel = recorded.compile(scale_source);
  const Buffer in = recorded.numbers({1, 2, 3, 4, 5, 6, 7, 8});
  const Buffer out = recorded.numbers(std::vector<float>(8));
  kernel.launch(recorded.stream, {8, 1, 1},
                Scale{reinterpret_cast<const float*>(in.handle().value), reinterpret_cast<float*>(out.handle().value)});
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  std::vector<int> threads;
  for (const Access& access : recording.accesses) {
    threads.push_back(access.thread.x);
  }
  EXPECT_EQ(threads, (std::vector<int>{2, 2, 4, 4}));
  EXPECT_EQ(recording.launches[0].num_threads, 2U);
  std::array<float, 8> result{};
  out.copy_to(std::as_writable_bytes(std::span{result}), recorded.stream);
  recorded.stream.synchronize();
  EXPECT_EQ(result, (std::array<float, 8>{2, 4, 6, 8, 10, 12, 14, 16}));
}

TEST(AccessRecorder, RecordsTheReadOfAVectorAsOneAccess) {
  // As a GPU does. The compiler writes a list in braces number by number.
  constexpr std::string_view source = R"(struct Test {
  const Float4* in;
  Float4* out;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const Float4 value = in[i.x];
    out[i.x] = Float4{value.y, value.x + 1, value.z, 2 * value.w};
  }
};)";
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(source);
  const Buffer in = recorded.numbers({1, 2, 3, 4});
  const Buffer out = recorded.numbers({0, 0, 0, 0});
  kernel.launch(recorded.stream, {1, 1, 1},
                Scale{reinterpret_cast<const float*>(in.handle().value), reinterpret_cast<float*>(out.handle().value)});
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  ASSERT_EQ(std::ranges::count(recording.accesses, AccessKind::memory_read, &Access::kind), 1);
  EXPECT_EQ(recording.accesses[0].size_bytes, 16);
  EXPECT_EQ(std::bit_cast<float>(recording.accesses[0].value[3]), 4.0F);
}

TEST(AccessRecorder, KeepsOnlyTheThreadsThatTouchAByte) {
  // Thread x reads elements x and 3, if it is even, and writes element x.
  constexpr std::string_view source = R"(struct Test {
  const float* in;
  float* out;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    out[i.x] = in[i.x] + (i.x % 2 == 0 ? in[3] : 0.0f);
  }
};)";
  std::vector<std::vector<int>> threads;
  for (const MemoryByte byte : {MemoryByte{0, 13}, MemoryByte{1, 16}, MemoryByte{0, 4000}}) {
    Recorded recorded({.touching = byte});
    const RuntimeKernel kernel = recorded.compile(source);
    const Buffer in = recorded.numbers({1, 2, 3, 4, 5, 6});
    const Buffer out = recorded.numbers({0, 0, 0, 0, 0, 0});
    kernel.launch(
        recorded.stream, {6, 1, 1},
        Scale{reinterpret_cast<const float*>(in.handle().value), reinterpret_cast<float*>(out.handle().value)});
    recorded.stream.synchronize();
    const AccessRecording recording = recorded.recorder->recording();
    std::vector<int>& kept = threads.emplace_back();
    for (const std::uint64_t index : recording.touching) {
      const Access& access = recording.accesses.at(index);
      EXPECT_EQ(recording.objects[access.object].memory, byte.memory);
      EXPECT_LT(byte.offset - access.offset, access.size_bytes);
      kept.push_back(access.thread.x);
    }
    EXPECT_EQ(recording.launches[0].num_threads, kept.size());
    // Each thread reads its element first.
    EXPECT_EQ(std::ranges::count(recording.accesses, AccessKind::memory_write, &Access::kind), std::ssize(kept));
  }
  EXPECT_EQ(threads, (std::vector<std::vector<int>>{{0, 2, 3, 4}, {4}, {}}));
}

TEST(AccessRecorder, KnowsTheBlocksOfEachLaunch) {
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(scale_source);
  const Buffer in = recorded.numbers({1, 2});
  const Buffer out = recorded.numbers({0, 0});
  const Scale functor{reinterpret_cast<const float*>(in.handle().value), reinterpret_cast<float*>(out.handle().value)};
  kernels::LaunchOptions options;
  options.block = {64, 1, 1};
  kernel.launch(recorded.stream, {2, 1, 1}, functor);
  kernels::launch_entry(recorded.stream, kernel.entry(), {2, 1, 1}, options, &functor);
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  ASSERT_EQ(recording.launches.size(), 2U);
  EXPECT_EQ(recording.launches[0].block.width, 256);
  EXPECT_EQ(recording.launches[1].block.width, 64);
}

TEST(AccessRecorder, RecordsAtomicOperationsWithTheirResults) {
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(R"(struct Test {
  unsigned* sum;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    __atomic_fetch_add(sum, i.x + 1U, __ATOMIC_RELAXED);
  }
};)");
  const Buffer sum = recorded.numbers({0});
  const std::uint64_t functor = sum.handle().value;
  kernel.launch(recorded.stream, {4, 1, 1}, functor);
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  ASSERT_EQ(recording.accesses.size(), 4U);
  constexpr std::array<std::uint32_t, 5> sums{0, 1, 3, 6, 10};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(recording.accesses[i].kind, AccessKind::memory_atomic);
    EXPECT_EQ(recording.accesses[i].before()[0], sums[i]);
    EXPECT_EQ(recording.accesses[i].value[0], sums[i + 1]);
  }
}

TEST(AccessRecorder, RecordsTheValueOfAWriteBeforeAnAtomicOperation) {
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(R"(struct Test {
  unsigned* sum;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const {
    *sum = 5;
    __atomic_fetch_add(sum, 2U, __ATOMIC_RELAXED);
  }
};)");
  const Buffer sum = recorded.numbers({0});
  kernel.launch(recorded.stream, {1, 1, 1}, sum.handle().value);
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  ASSERT_EQ(recording.accesses.size(), 2U);
  EXPECT_EQ(recording.accesses[0].value[0], 5U);
  EXPECT_EQ(recording.accesses[1].before()[0], 5U);
  EXPECT_EQ(recording.accesses[1].value[0], 7U);
}

TEST(AccessRecorder, KnowsMemoryThatIsFreedAfterALaunchIsScheduled) {
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(scale_source);
  for (int i = 0; i < 8; ++i) {
    Buffer numbers = recorded.device.allocate(16, recorded.stream);
    auto* const address = reinterpret_cast<float*>(numbers.handle().value);
    kernel.launch(recorded.stream, {4, 1, 1}, Scale{address, address});
    numbers.close(recorded.stream);
  }
  recorded.stream.synchronize();
  const AccessRecording recording = recorded.recorder->recording();
  EXPECT_EQ(recording.accesses.size(), 64U);
  EXPECT_TRUE(std::ranges::all_of(recording.accesses,
                                  [](const Access& access) { return access.place == AccessPlace::inside; }));
}

struct Blur {
  std::uint64_t input;
  std::uint64_t output;
};
constexpr std::string_view blur_source = R"(struct Test {
  Texture input;
  Surface output;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    const Float4 left = input.sample_2d(i.x + 0.0f, i.y + 0.5f);
    const float old = output.read_2d<float, BoundaryMode::zero>(i.x + 1, i.y);
    output.write_2d<float, BoundaryMode::clamp>(left.x + old, i.x + 1, i.y);
  }
};)";

TEST(AccessRecorder, RecordsFetchesAndSurfaceAccessesWithTheirOperandsAndResults) {
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(blur_source);
  const ArrayDescriptor descriptor{
      .shape = Extent(4, 4), .format = DataType::float32, .num_channels = 1, .is_surface_load_store = true};
  const CUDAArray input = CUDAArray::from_descriptor(recorded.device, descriptor);
  const CUDAArray output = CUDAArray::from_descriptor(recorded.device, descriptor);
  std::array<float, 16> texels{};
  for (std::size_t i = 0; i < texels.size(); ++i) {
    texels[i] = static_cast<float>(i);
  }
  input.copy_from(std::as_bytes(std::span{texels}), recorded.stream);
  output.copy_from(std::as_bytes(std::span{texels}), recorded.stream);
  const TextureObject texture = TextureObject::from_resource(
      ResourceDescriptor::from_array(input),
      {.address_mode = AddressMode::clamp, .filter_mode = FilterMode::linear, .normalized_coords = false});
  const SurfaceObject surface = SurfaceObject::from_array(output);
  kernel.launch(recorded.stream, {4, 4, 1}, Blur{texture.handle().value, surface.handle().value});
  recorded.stream.synchronize();

  const AccessRecording recording = recorded.recorder->recording();
  ASSERT_EQ(recording.accesses.size(), 48U);
  const auto at = [&](int x, int y, int which) -> const Access& {
    return recording.accesses[static_cast<std::size_t>(3 * (4 * y + x) + which)];
  };
  const Access& fetch = at(2, 1, 0);
  EXPECT_EQ(fetch.kind, AccessKind::fetch);
  EXPECT_EQ(fetch.fetch().x, 2.0F);
  EXPECT_EQ(fetch.fetch().y, 1.5F);
  EXPECT_EQ(value_of(fetch), 5.5F);  // the mean of texels 5 and 6
  EXPECT_EQ(recording.sites[fetch.site].line, 5);
  EXPECT_EQ(recording.objects[fetch.object].kind, AccessObject::Kind::texture);
  EXPECT_EQ(recording.objects[fetch.object].array, descriptor);

  const Access& read = at(2, 1, 1);
  EXPECT_EQ(read.kind, AccessKind::surface_read);
  EXPECT_EQ(read.position().x_bytes, 12);
  EXPECT_EQ(value_of(read), 7.0F);
  EXPECT_EQ(read.place, AccessPlace::inside);
  EXPECT_EQ(recording.sites[read.site].line, 6);
  EXPECT_EQ(at(3, 1, 1).place, AccessPlace::skipped);
  EXPECT_EQ(value_of(at(3, 1, 1)), 0.0F);

  const Access& write = at(3, 1, 2);
  EXPECT_EQ(write.kind, AccessKind::surface_write);
  EXPECT_EQ(write.place, AccessPlace::clamped);
  EXPECT_EQ(write.offset, 4U * 7U);
  EXPECT_EQ(std::bit_cast<float>(write.before()[0]), 12.5F);  // the write of thread (2, 1)
  EXPECT_EQ(value_of(write), 6.5F);
  EXPECT_EQ(recording.sites[write.site].line, 7);
}

TEST(AccessRecorder, NamesTheAccessThatTraps) {
  Recorded recorded;
  const RuntimeKernel kernel = recorded.compile(R"(struct Test {
  Surface output;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {
    output.write_2d(1.0f, i.x, 3);
  }
};)");
  const CUDAArray output = CUDAArray::from_descriptor(
      recorded.device,
      {.shape = Extent(4, 4), .format = DataType::float32, .num_channels = 1, .is_surface_load_store = true});
  const SurfaceObject surface = SurfaceObject::from_array(output);
  kernel.launch(recorded.stream, {5, 1, 1}, surface.handle().value);
  EXPECT_THROW(recorded.stream.synchronize(), DriverError);
  const AccessRecording recording = recorded.recorder->recording();
  ASSERT_EQ(recording.accesses.size(), 5U);
  EXPECT_TRUE(recording.launches[0].is_trapped);
  EXPECT_EQ(recording.accesses.back().place, AccessPlace::trapped);
  EXPECT_EQ(recording.accesses.back().thread.x, 4);
  EXPECT_EQ(recording.sites[recording.accesses.back().site].line, 4);
}

TEST(AccessRecorder, RefusesAModuleWithoutRecordedKernels) {
  const auto recorder = std::make_shared<AccessRecorder>(AccessRecorderOptions{.modules = {"/nowhere/kernels.so"}});
  try {
    static_cast<void>(Device::open({}, {.access_recorder = recorder}));
    FAIL() << "the module does not exist";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/kernels.so"), std::string::npos) << error.what();
  }
  EXPECT_THROW(AccessRecorder({.every = 0}), InvalidArgument);
}

}  // namespace
}  // namespace texelscope::gpu
