#include "texelscope/gpu/kernel.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/other_context.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/module.h"
#include "texelscope/gpu/program.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

/// out[i] = a * in[i] + b, for i < n.
constexpr std::string_view scale_ptx = R"(//
.version 7.0
.target sm_70
.address_size 64
.visible .entry scale(.param .u64 out, .param .u64 in, .param .f32 a, .param .f32 b, .param .u32 n)
{
  .reg .pred %p; .reg .b32 %r<6>; .reg .f32 %f<5>; .reg .b64 %d<8>;
  ld.param.u64 %d1, [out];
  ld.param.u64 %d2, [in];
  ld.param.f32 %f1, [a];
  ld.param.f32 %f2, [b];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p, %r5, %r1;
  @%p bra done;
  cvta.to.global.u64 %d3, %d1;
  cvta.to.global.u64 %d4, %d2;
  mul.wide.u32 %d5, %r5, 4;
  add.s64 %d6, %d4, %d5;
  add.s64 %d7, %d3, %d5;
  ld.global.f32 %f3, [%d6];
  fma.rn.f32 %f4, %f1, %f3, %f2;
  st.global.f32 [%d7], %f4;
done:
  ret;
}
)";

TEST(KernelOnCpu, ReportsTheTwoAlternatives) {
  const Device device = Device::open({});
  for (const std::string& error :
       {error_of<Unavailable>([&] { static_cast<void>(Module::from_ptx(device, scale_ptx)); }),
        error_of<Unavailable>([&] { static_cast<void>(Module::from_file(device, "kernels.cubin")); }),
        error_of<Unavailable>([&] { static_cast<void>(Module::from_source(device, "__global__ void nothing() {}")); }),
        error_of<Unavailable>([&] { static_cast<void>(Module::from_ltoir(device, std::vector<std::byte>(8))); }),
        error_of<Unavailable>([&] { static_cast<void>(Module::from_handle(device, {1})); }),
        error_of<Unavailable>([&] { static_cast<void>(Kernel::from_handle(device, {1})); }),
        error_of<Unavailable>([&] { static_cast<void>(Kernel::from_symbol(device, &device)); })}) {
    EXPECT_NE(error.find("texelscope/kernels/launch.h"), std::string::npos) << error;
    EXPECT_NE(error.find("Program::compile"), std::string::npos) << error;
  }
}

/// Arguments are checked on every device whose driver reports the parameters.
TEST(KernelOnFakeDriver, ReportsMismatchedArguments) {
  tests::FakeDevice fake;
  fake.script->parameter_sizes = {8, 4};
  const Stream stream = fake.device->create_stream();
  const Kernel kernel = Kernel::from_handle(*fake.device, {0x77});
  const LaunchConfig one{{1, 1, 1}, {32, 1, 1}};
  launch(stream, one, kernel, std::uint64_t{1}, 2.0F);
  EXPECT_NE(error_of<InvalidArgument>([&] {
              launch(stream, one, kernel, std::uint64_t{1});
            }).find("got 1 arguments for 2 parameters"),
            std::string::npos);
  EXPECT_NE(error_of<InvalidArgument>([&] {
              launch(stream, one, kernel, std::uint64_t{1}, 2.0);
            }).find("argument 2 has 8 bytes, but the parameter has 4"),
            std::string::npos);
  EXPECT_NE(error_of<InvalidArgument>([&] {
              launch(stream, {{0, 1, 1}, {32, 1, 1}}, kernel, std::uint64_t{1}, 2.0F);
            }).find("a grid of 0x1x1 blocks"),
            std::string::npos);
  EXPECT_THROW(static_cast<void>(Kernel::from_handle(*fake.device, {0x77}, HandleOwner::library())), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Kernel::from_handle(*fake.device, {})), InvalidArgument);
}

#ifdef __CUDACC__

/// The texel of each thread, brightened by `more`.
__global__ void brighten(cudaTextureObject_t image, cudaSurfaceObject_t output, int width, int height, uchar4 more) {
  const auto x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const auto y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < width && y < height) {
    uchar4 texel = tex2D<uchar4>(image, static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
    texel.x = static_cast<unsigned char>(texel.x + more.x);
    texel.w = static_cast<unsigned char>(texel.w + more.w);
    surf2Dwrite(texel, output, x * static_cast<int>(sizeof(uchar4)), y);
  }
}

class KernelOnCuda : public tests::DeviceFixture {
 protected:
  void SetUp() override {
    if (const DeviceReport report = find_devices().front(); !report.properties) {
      GTEST_SKIP() << report.reason;
    }
    DeviceFixture::SetUp();
  }
  void TearDown() override {
    if (!IsSkipped()) {
      DeviceFixture::TearDown();
    }
  }
  [[nodiscard]] DeviceId device_id() const override { return {DeviceKind::cuda, 0}; }

  /// Processes 1000 numbers with a kernel that has scale()'s parameters.
  [[nodiscard]] std::vector<float> scaled(const Kernel& kernel) {
    std::vector<float> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 0.0F);
    const Buffer in = device().allocate(sizeof(float) * numbers.size(), stream());
    const Buffer out = device().allocate(sizeof(float) * numbers.size(), stream());
    in.copy_from(std::as_bytes(std::span{numbers}), stream());
    launch(stream(), {{8, 1, 1}, {128, 1, 1}}, kernel, out, in, 2.0F, 0.5F, static_cast<unsigned>(numbers.size()));
    out.copy_to(std::as_writable_bytes(std::span{numbers}), stream());
    stream().synchronize();
    return numbers;
  }
};

TEST_F(KernelOnCuda, OfPtxRunsWithBuffersAndNumbers) {
  const Module module = Module::from_ptx(device(), scale_ptx);
  const Kernel kernel = module.kernel("scale");
  const std::vector<float> numbers = scaled(kernel);
  EXPECT_EQ(numbers[0], 0.5F);
  EXPECT_EQ(numbers[999], 1998.5F);
  EXPECT_EQ(kernel.name(), "scale");
  const KernelAttributes attributes = kernel.attributes();
  EXPECT_GT(attributes.registers_per_thread, 0);
  EXPECT_EQ(attributes.static_shared_bytes, 0U);
  EXPECT_GE(attributes.max_threads_per_block, 128);
  EXPECT_EQ(attributes.ptx_version, 70);
  EXPECT_GT(kernel.max_active_blocks(128), 0);
  if (!kernel.parameters().empty()) {
    ASSERT_EQ(kernel.parameters().size(), 5U);
    EXPECT_EQ(kernel.parameters()[2].offset, 16U);
    EXPECT_EQ(kernel.parameters()[2].size, 4U);
    EXPECT_THROW(launch(stream(), {{1, 1, 1}, {32, 1, 1}}, kernel, 1.0F), InvalidArgument);
  }
  EXPECT_NE(error_of<InvalidArgument>([&] { static_cast<void>(module.kernel("sale")); }).find("no kernel 'sale'"),
            std::string::npos);
}

TEST_F(KernelOnCuda, OutlivesItsModulesLastReference) {
  Module loaded = Module::from_ptx(device(), scale_ptx);
  const Kernel kernel = loaded.kernel("scale");
  loaded.close();
  EXPECT_EQ(scaled(kernel)[1], 2.5F);
}

TEST_F(KernelOnCuda, OfNvccAcceptsTexturesAndSurfaces) {
  const ArrayDescriptor texels{Extent(40, 20), DataType::uint8, 4, true};
  const CUDAArray in = CUDAArray::from_descriptor(device(), texels);
  const CUDAArray out = CUDAArray::from_descriptor(device(), texels);
  std::vector<std::byte> bytes(in.size_bytes(), std::byte{10});
  in.copy_from(bytes, stream());
  const TextureObject texture = TextureObject::from_array(in, {});
  const SurfaceObject surface = SurfaceObject::from_array(out);
  const Kernel kernel = Kernel::from_function(device(), brighten);
  launch(stream(), {{3, 2, 1}, {16, 16, 1}}, kernel, texture, surface, 40, 20, uchar4{1, 0, 0, 4});
  out.copy_to(bytes, stream());
  stream().synchronize();
  EXPECT_EQ(bytes[bytes.size() - 4], std::byte{11});
  EXPECT_EQ(bytes[bytes.size() - 3], std::byte{10});
  EXPECT_EQ(bytes[bytes.size() - 1], std::byte{14});
  EXPECT_NE(kernel.name().find("brighten"), std::string::npos) << kernel.name();
}

TEST_F(KernelOnCuda, IsCapturedLikeOthers) {
  const Kernel kernel = Module::from_ptx(device(), scale_ptx).kernel("scale");
  const Buffer memory = device().allocate(400, stream());
  memory.fill(std::byte{0}, stream());
  stream().synchronize();
  const GraphBuilder builder = device().create_graph_builder();
  builder.begin();
  launch(builder, {{1, 1, 1}, {128, 1, 1}}, kernel, memory, memory, 1.0F, 1.0F, 100U);
  builder.end();
  const Graph graph = builder.complete();
  EXPECT_EQ(graph.node_kinds(), std::vector{GraphNodeKind::kernel});
  graph.launch(stream());
  graph.launch(stream());
  std::vector<float> numbers(100);
  memory.copy_to(std::as_writable_bytes(std::span{numbers}), stream());
  stream().synchronize();
  EXPECT_EQ(numbers[99], 2.0F);
}

TEST_F(KernelOnCuda, IsTracedByItsName) {
  const auto trace = std::make_shared<Trace>();
  const Device device = Device::open(device_id(), {.observers = {trace}});
  const Stream stream = device.create_stream();
  const Kernel kernel = Module::from_ptx(device, scale_ptx).kernel("scale");
  launch(stream, {{2, 1, 1}, {64, 1, 1}}, kernel, std::uint64_t{0}, std::uint64_t{0}, 1.0F, 1.0F, 0U);
  stream.synchronize();
  std::string calls;
  for (const TraceRecord& call : trace->records()) {
    calls += std::string{call.name} + "(" + call.arguments + ")\n";
  }
  EXPECT_NE(calls.find("cuLaunchKernel(kernel=scale, extent=2x1x1, grid=2x1x1, block=64x1x1"), std::string::npos)
      << calls;
}

TEST_F(KernelOnCuda, WithAClusterOrManySharedBytesRuns) {
  const Kernel kernel = Module::from_ptx(device(), scale_ptx).kernel("scale");
  const int opt_in = device().properties().max_shared_bytes_per_block_opt_in;
  launch(stream(), {{1, 1, 1}, {32, 1, 1}, opt_in}, kernel, std::uint64_t{0}, std::uint64_t{0}, 1.0F, 1.0F, 0U);
  EXPECT_THROW(
      launch(stream(), {{1, 1, 1}, {32, 1, 1}, opt_in + 1}, kernel, std::uint64_t{0}, std::uint64_t{0}, 1.0F, 1.0F, 0U),
      InvalidArgument);
  const LaunchConfig clusters{.grid = {4, 1, 1}, .block = {32, 1, 1}, .cluster = {2, 1, 1}};
  if (device().properties().has_clusters) {
    launch(stream(), clusters, kernel, std::uint64_t{0}, std::uint64_t{0}, 1.0F, 1.0F, 0U);
  } else {
    EXPECT_THROW(launch(stream(), clusters, kernel, std::uint64_t{0}, std::uint64_t{0}, 1.0F, 1.0F, 0U), Unavailable);
  }
  stream().synchronize();
}

TEST_F(KernelOnCuda, ReportsWhatIsWrongWithAnImage) {
  const std::string broken = std::string{scale_ptx} + ".visible .entry more() { fly.f32; }";
  try {
    static_cast<void>(Module::from_ptx(device(), broken));
    ADD_FAILURE() << "it compiled";
  } catch (const CompileError& error) {
    ASSERT_FALSE(error.messages().empty()) << error.what();
    EXPECT_GT(error.messages().front().line, 20) << error.what();
  }
  EXPECT_THROW(static_cast<void>(Module::from_ptx(device(), "no text of that kind")), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Module::from_cubin(device(), std::vector<std::byte>(64))), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Module::from_fatbin(device(), std::vector<std::byte>(64))), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Module::from_file(device(), "/no/such/file.cubin")), InvalidArgument);
  const std::filesystem::path file = std::filesystem::path{testing::TempDir()} / "texelscope_kernel_test.ptx";
  std::ofstream{file} << "x";
  EXPECT_THROW(static_cast<void>(Module::from_file(device(), file)), InvalidArgument);
  std::ofstream{file} << scale_ptx;
  const Module module = Module::from_file(device(), file);
  std::filesystem::remove(file);
  EXPECT_EQ(scaled(module.kernel("scale"))[2], 4.5F);
}

constexpr std::string_view scale_source = R"(#include "bias.h"
template <class T> __global__ void scaled(T* out, const T* in, T a, T b, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = a * in[i] + b + bias;
  }
}
)";

/// Skips if there is no NVRTC, which drivers do not include.
#define TEXELSCOPE_SKIP_WITHOUT(statement, library)                     \
  try {                                                                 \
    statement;                                                          \
  } catch (const Unavailable& error) {                                  \
    if (std::string{error.what()}.find(library) == std::string::npos) { \
      throw;                                                            \
    }                                                                   \
    GTEST_SKIP() << error.what();                                       \
  }

TEST_F(KernelOnCuda, OfASourceRunsUnderItsOwnName) {
  const std::filesystem::path folder = std::filesystem::path{testing::TempDir()} / "texelscope_kernel_test";
  std::filesystem::create_directories(folder);
  std::ofstream{folder / "bias.h"} << "constexpr int bias = 1;\n";
  SourceOptions options{.include_folders = {folder}, .kernels = {"scaled<float>"}};
  options.cache = ProgramCache{folder / "cache"};
  TEXELSCOPE_SKIP_WITHOUT(static_cast<void>(Module::from_source(device(), scale_source, options)), "NVRTC")
  EXPECT_EQ(scaled(Module::from_source(device(), scale_source, options).kernel("scaled<float>"))[2], 5.5F);
  for (const CodeFormat format : {CodeFormat::machine_code, CodeFormat::ptx, CodeFormat::link_time}) {
    const ModuleCode code = Module::compile_source(device(), scale_source, options, format);
    EXPECT_EQ(code.is_from_cache, format == CodeFormat::machine_code) << static_cast<int>(format);
    if (format == CodeFormat::link_time) {
      TEXELSCOPE_SKIP_WITHOUT(static_cast<void>(Module::from_code(device(), code)), "nvJitLink")
    }
    EXPECT_EQ(scaled(Module::from_code(device(), code).kernel("scaled<float>"))[2], 5.5F) << static_cast<int>(format);
    EXPECT_EQ(format == CodeFormat::ptx, code.format == CodeFormat::ptx && code.text().find(".entry") < 10000);
  }
  std::filesystem::remove_all(folder);
}

TEST_F(KernelOnCuda, ReportsWhatIsWrongWithASource) {
  TEXELSCOPE_SKIP_WITHOUT(static_cast<void>(Module::from_source(device(), "__global__ void nothing() {}")), "NVRTC")
  try {
    static_cast<void>(Module::from_source(device(), "\n__global__ void broken() { no; }", {.name = "mine.cu"}));
    ADD_FAILURE() << "it compiled";
  } catch (const CompileError& error) {
    EXPECT_NE(std::string{error.what()}.find("mine.cu does not compile: line 2"), std::string::npos) << error.what();
    ASSERT_EQ(error.messages().size(), 1U);
    EXPECT_EQ(error.messages()[0].line, 2);
  }
  EXPECT_NE(error_of<InvalidArgument>([&] {
              static_cast<void>(Module::from_source(device(), scale_source, {.options = {"--no-such-option"}}));
            }).find("--no-such-option"),
            std::string::npos);
  EXPECT_THROW(static_cast<void>(Module::from_source(device(), "")), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Module::from_source(device(), std::string_view{"a\0b", 3})), InvalidArgument);
  EXPECT_THROW(static_cast<void>(Module::from_ltoir(device(), std::span<const std::span<const std::byte>>{})),
               InvalidArgument);
}

TEST_F(KernelOnCuda, FromElsewhereIsBorrowed) {
  const Module mine = Module::from_ptx(device(), scale_ptx);
  const Module borrowed = Module::from_handle(device(), mine.handle());
  EXPECT_EQ(scaled(Kernel::from_handle(device(), borrowed.kernel("scale").handle()))[3], 6.5F);
  EXPECT_THROW(static_cast<void>(Module::from_handle(device(), {})), InvalidArgument);
  const tests::OtherDevice other(device_id());
  EXPECT_THROW(launch(other->create_stream(), {{1, 1, 1}, {32, 1, 1}}, mine.kernel("scale")), InvalidArgument);
}

#endif

}  // namespace
}  // namespace texelscope::gpu
