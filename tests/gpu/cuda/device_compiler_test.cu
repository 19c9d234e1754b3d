// Empty without nvcc, because the library then has no CUDA device.
#ifdef __CUDACC__

#include "gpu/cuda/device_compiler.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <string>

#include "gpu/object/program/program_text.h"

namespace texelscope::gpu::cuda {
namespace {

/// NVRTC needs no GPU: its results are tested wherever it is installed.
class DeviceCompiler : public testing::Test {
 protected:
  void SetUp() override {
    if (!nvrtc(13000).reason.empty()) {
      GTEST_SKIP() << nvrtc(13000).reason;
    }
  }

  static driver::ProgramCompile compiled(const char* source, Status expected, int capability = 90,
                                         ProgramOptions options = {}) {
    options.kernels = {"Pixel"};
    const std::string text = program_text(source, options, "cuda:0");
    driver::ProgramCompile call{
        .source = text, .name = options.name, .num_kernels = 1, .time_limit = options.time_limit, .stop = options.stop};
    EXPECT_EQ(compile_for_device(nvrtc(13000), capability, call), expected) << call.log << call.reason;
    call.source = {};
    call.name = {};
    return call;
  }
};

constexpr const char* pixel = R"(struct Pixel {
  Surface output;
  Texture image;
  float time;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {
    Float4 color = image.sample_2d(floor(at.x + 0.5f), fraction(time));
    color.x = clamp(sine(time) + float32_from_float16(15360), 0, 1);
    output.write_2d(to_unorm8(color), at.x, at.y);
  }
};
)";

TEST_F(DeviceCompiler, GeneratesMachineCodeAndTheKernelSize) {
  const driver::ProgramCompile call = compiled(pixel, Status::success);
  ASSERT_GT(call.binary.size(), 4U);
  EXPECT_EQ(call.binary[1], std::byte{'E'}) << "an ELF file";
  EXPECT_EQ(call.kernel_sizes, std::vector<std::size_t>{24});
  EXPECT_EQ(call.log, "");
}

TEST_F(DeviceCompiler, GeneratesPtxForADeviceThatIsNewerThanItself) {
  const driver::ProgramCompile call = compiled(pixel, Status::success, 989);
  const std::string_view text{reinterpret_cast<const char*>(call.binary.data()), call.binary.size()};
  EXPECT_NE(text.find(".visible .entry texelscope_kernel_0("), std::string_view::npos);
  EXPECT_EQ(text.back(), '\0') << "the driver reads it up to its terminating zero";
}

TEST_F(DeviceCompiler, ReportsADeviceThatIsTooOldForIt) {
  const driver::ProgramCompile call = compiled(pixel, Status::jit_compiler_not_found, 20);
  EXPECT_NE(call.reason.find("cannot compile for compute capability 2.0"), std::string::npos) << call.reason;
}

TEST_F(DeviceCompiler, LogsErrorsUnderTheNameOfTheText) {
  const driver::ProgramCompile call = compiled(
      "struct Pixel {\n  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const { no; } };", Status::invalid_source);
  EXPECT_TRUE(call.log.starts_with("kernel.cu(2): error: identifier \"no\" is undefined")) << call.log;
}

TEST_F(DeviceCompiler, RejectsIncludesOfAnEndlessFileImmediately) {
  const auto start = std::chrono::steady_clock::now();
  const driver::ProgramCompile call = compiled("#include \"/dev/zero\"\nstruct Pixel {};", Status::invalid_source);
  EXPECT_NE(call.log.find("\"/dev/zero\": not a regular file"), std::string::npos) << call.log;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST_F(DeviceCompiler, StopsInNvrtcsCallbackAtTheTimeLimitOrOnRequest) {
  ProgramOptions options;
  options.time_limit = std::chrono::milliseconds{0};
  EXPECT_TRUE(compiled(pixel, Status::timeout, 90, options).binary.empty());
  std::stop_source stop;
  stop.request_stop();
  options = {};
  options.stop = stop.get_token();
  EXPECT_TRUE(compiled(pixel, Status::timeout, 90, options).binary.empty());
}

}  // namespace
}  // namespace texelscope::gpu::cuda

#endif
