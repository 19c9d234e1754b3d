// Empty without nvcc, because the library then has no CUDA device.
#ifdef __CUDACC__

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include "gpu/cuda/device_compiler.h"
#include "gpu/cuda/included_text.h"
#include "gpu/cuda/jit_linker.h"
#include "gpu/files/temporary_folder.h"

namespace texelscope::gpu::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* scale = R"(template <class T> __global__ void scale(T* values, T factor) {
  values[threadIdx.x] *= factor;
}
extern "C" __global__ void root(float* values) { values[threadIdx.x] = 1.0f / sqrtf(values[threadIdx.x]); }
)";

/// NVRTC and nvJitLink need no GPU: their results are tested wherever they are installed.
class SourceCompiler : public testing::Test {
 protected:
  void SetUp() override {
    if (!nvrtc(13000).reason.empty()) {
      GTEST_SKIP() << nvrtc(13000).reason;
    }
  }

  driver::SourceCompile compile(const std::string& source, CodeFormat format = CodeFormat::ptx,
                                Status expected = Status::success, int capability = 90) {
    driver::SourceCompile call{.source = source, .name = options_.name, .options = &options_, .format = format};
    EXPECT_EQ(compile_source_with_cache(nvrtc(13000), capability, call), expected) << call.log << call.reason;
    call.source = {};
    return call;
  }
  static std::string_view text_of(const driver::SourceCompile& call) {
    return {reinterpret_cast<const char*>(call.binary.data()), call.binary.size()};
  }
  void write(const fs::path& name, std::string_view text) const { static_cast<void>(folder_.write(name, text)); }

  SourceOptions options_;
  TemporaryFolder folder_;
};

TEST_F(SourceCompiler, GeneratesMachineCodePtxAndLinkTimeCode) {
  const driver::SourceCompile cubin = compile(scale, CodeFormat::machine_code);
  ASSERT_GT(cubin.binary.size(), 4U);
  EXPECT_EQ(cubin.binary[1], std::byte{'E'}) << "an ELF file";
  EXPECT_NE(text_of(compile(scale)).find(".visible .entry root("), std::string_view::npos);
  const driver::SourceCompile of_link_time = compile(scale, CodeFormat::link_time);
  EXPECT_EQ(of_link_time.format, CodeFormat::link_time);
  EXPECT_GT(of_link_time.binary.size(), 100U);
}

TEST_F(SourceCompiler, GeneratesPtxForADeviceThatIsNewerThanItself) {
  EXPECT_EQ(compile(scale, CodeFormat::machine_code, Status::success, 989).format, CodeFormat::ptx);
}

TEST_F(SourceCompiler, InstantiatesTemplatesAndReturnsTheirNames) {
  options_.kernels = {"scale<float>", "scale<double>"};
  const driver::SourceCompile call = compile(scale);
  ASSERT_EQ(call.lowered_names.size(), 2U);
  for (const std::string& name : call.lowered_names) {
    EXPECT_NE(text_of(call).find(".entry " + name + "("), std::string_view::npos) << name;
  }
}

TEST_F(SourceCompiler, AcceptsDefinitionsFoldersAndOptions) {
  write("include/factor.h", "constexpr float factor = FACTOR;\n");
  options_.include_folders = {folder_.path() / "include"};
  options_.definitions = {"FACTOR=0.15625f"};
  options_.options = {"--define-macro=GIVEN"};
  options_.has_line_information = true;
  const driver::SourceCompile call = compile(R"(#include "factor.h"
#ifndef GIVEN
#error an option is missing
#endif
extern "C" __global__ void fill(float* values) { values[threadIdx.x] = factor; })");
  EXPECT_NE(text_of(call).find("0f3E200000"), std::string_view::npos) << "0.15625";
  EXPECT_NE(text_of(call).find(".loc"), std::string_view::npos) << "lines of the source";
}

TEST_F(SourceCompiler, UsesFastMathOnlyOnRequest) {
  EXPECT_NE(text_of(compile(scale)).find("sqrt.rn.f32"), std::string_view::npos);
  options_.uses_fast_math = true;
  EXPECT_EQ(text_of(compile(scale)).find("sqrt.rn.f32"), std::string_view::npos);
}

TEST_F(SourceCompiler, HasTheLibrarysHeadersUnlessTheyAreDeclined) {
  const std::string text =
      "#include <texelscope/kernels/float16.h>\nextern \"C\" __global__ void one(float* values) {\n"
      "  *values = texelscope::kernels::float32_from_float16(15360); }";
  static_cast<void>(compile(text));
  options_.has_library_headers = false;
  const driver::SourceCompile call = compile(text, CodeFormat::ptx, Status::invalid_source);
  EXPECT_NE(call.log.find("could not open source file \"texelscope/kernels/float16.h\""), std::string::npos)
      << call.log;
}

TEST_F(SourceCompiler, LogsErrorsUnderTheNameOfTheText) {
  options_.name = "mine.cu";
  const driver::SourceCompile call =
      compile("\n__global__ void broken() { no; }", CodeFormat::ptx, Status::invalid_source);
  EXPECT_TRUE(call.log.starts_with("mine.cu(2): error: identifier \"no\" is undefined")) << call.log;
}

TEST_F(SourceCompiler, NamesAnOptionThatNvrtcDoesNotKnow) {
  options_.options = {"--no-such-option"};
  const driver::SourceCompile call = compile(scale, CodeFormat::ptx, Status::invalid_value);
  EXPECT_NE(call.reason.find("--no-such-option"), std::string::npos) << call.reason;
}

TEST_F(SourceCompiler, LinksCodeOfSeveralTexts) {
  const JitLinker& linker = jit_linker(13000);
  if (!linker.reason.empty()) {
    GTEST_SKIP() << linker.reason;
  }
  options_.options = {"-rdc=true"};
  const driver::SourceCompile caller = compile(R"(__device__ float twice(float value);
extern "C" __global__ void doubled(float* values) { values[threadIdx.x] = twice(values[threadIdx.x]); })",
                                               CodeFormat::link_time);
  const driver::SourceCompile callee =
      compile("__device__ float twice(float value) { return value * 2; }", CodeFormat::link_time);
  const std::array<std::span<const std::byte>, 2> images{caller.binary, callee.binary};
  driver::CodeLink link{.images = images};
  ASSERT_EQ(link_for_device(linker, 90, link), Status::success) << link.log << link.reason;
  const std::string_view linked{reinterpret_cast<const char*>(link.binary.data()), link.binary.size()};
  EXPECT_NE(linked.find(".text.doubled"), std::string_view::npos);

  driver::CodeLink incomplete{.images = std::span{images}.first(1)};
  EXPECT_EQ(link_for_device(linker, 90, incomplete), Status::invalid_image);
  EXPECT_NE(incomplete.log.find("twice"), std::string::npos) << incomplete.log;
}

TEST_F(SourceCompiler, ReportsImagesThatCannotBeLinked) {
  const JitLinker& linker = jit_linker(13000);
  if (!linker.reason.empty()) {
    GTEST_SKIP() << linker.reason;
  }
  const std::array<std::byte, 64> noise{std::byte{1}, std::byte{2}};
  const std::array<std::span<const std::byte>, 1> images{noise};
  driver::CodeLink link{.images = images};
  EXPECT_EQ(link_for_device(linker, 90, link), Status::invalid_image);
  EXPECT_NE(link.log, "");
}

TEST_F(SourceCompiler, StoresItsResultsInACache) {
  options_.cache = ProgramCache{folder_.path() / "cache"};
  options_.kernels = {"scale<float>"};
  const driver::SourceCompile first = compile(scale);
  EXPECT_FALSE(first.is_from_cache);
  const driver::SourceCompile second = compile(scale);
  EXPECT_TRUE(second.is_from_cache);
  EXPECT_EQ(second.binary, first.binary);
  EXPECT_EQ(second.lowered_names, first.lowered_names);
  EXPECT_EQ(second.format, CodeFormat::ptx);
  EXPECT_FALSE(compile(scale, CodeFormat::machine_code).is_from_cache) << "a different format";
  EXPECT_FALSE(compile(scale, CodeFormat::ptx, Status::success, 80).is_from_cache) << "a different device";
  EXPECT_FALSE(compile(std::string{scale} + " ").is_from_cache) << "a different text";
  options_.definitions = {"A"};
  EXPECT_FALSE(compile(scale).is_from_cache) << "a different option";
}

TEST_F(SourceCompiler, CompilesAgainWhenAnIncludedFileChanges) {
  write("include/outer.h", "#if 1\n#  include <inner.h>\n#endif\n");
  write("include/inner.h", "constexpr float factor = 1;\n");
  options_.include_folders = {folder_.path() / "include"};
  options_.cache = ProgramCache{folder_.path() / "cache"};
  const std::string text = "#include \"outer.h\"\nextern \"C\" __global__ void fill(float* v) { *v = factor; }";
  static_cast<void>(compile(text));
  EXPECT_TRUE(compile(text).is_from_cache);
  write("include/inner.h", "constexpr float factor = 2;\n");
  EXPECT_FALSE(compile(text).is_from_cache);
  EXPECT_NE(text_of(compile(text)).find("0f40000000"), std::string_view::npos);
}

TEST_F(SourceCompiler, StoresNothingWithUnknownIncludes) {
  write("include/one.h", "constexpr float factor = 1;\n");
  options_.include_folders = {folder_.path() / "include"};
  options_.cache = ProgramCache{folder_.path() / "cache"};
  const std::string text =
      "#define HEADER \"one.h\"\n#include HEADER\nextern \"C\" __global__ void fill(float* v) { *v = factor; }";
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(compile(text).is_from_cache);
  }
  options_.options = {"-include=one.h"};
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(compile("extern \"C\" __global__ void fill(float* v) { *v = factor; }").is_from_cache);
  }
}

TEST_F(SourceCompiler, SearchesForQuotedFilesNextToTheSource) {
  write("source/helper.h", "constexpr float factor = 1;\n");
  options_.name = (folder_.path() / "source" / "kernel.cu").string();
  options_.cache = ProgramCache{folder_.path() / "cache"};
  const std::string text = "#include \"helper.h\"\nextern \"C\" __global__ void fill(float* v) { *v = factor; }";
  static_cast<void>(compile(text));
  EXPECT_TRUE(compile(text).is_from_cache);
  write("source/helper.h", "constexpr float factor = 2;\n");
  EXPECT_FALSE(compile(text).is_from_cache);
}

TEST_F(SourceCompiler, StoresNothingWithHiddenIncludes) {
  write("include/one.h", "constexpr float factor = 1;\n");
  options_.include_folders = {folder_.path() / "include"};
  options_.cache = ProgramCache{folder_.path() / "cache"};
  for (const std::string include : {"#\\\ninclude \"one.h\"", "/**/ #include \"one.h\"", "%:include \"one.h\"",
                                    "#/**/include \"one.h\"", "#inc\\\nlude \"one.h\""}) {
    const std::string text = include + "\nextern \"C\" __global__ void fill(float* v) { *v = factor; }";
    for (int round = 0; round < 2; ++round) {
      EXPECT_FALSE(compile(text).is_from_cache) << include;
    }
  }
}

TEST_F(SourceCompiler, ReplacesADamagedEntry) {
  options_.cache = ProgramCache{folder_.path() / "cache"};
  const driver::SourceCompile first = compile(scale);
  for (const fs::directory_entry& entry : fs::directory_iterator{folder_.path() / "cache"}) {
    std::fstream file{entry.path(), std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(-1, std::ios::end);
    file.put('~');
  }
  const driver::SourceCompile second = compile(scale);
  EXPECT_FALSE(second.is_from_cache);
  EXPECT_EQ(second.binary, first.binary);
  EXPECT_TRUE(compile(scale).is_from_cache);
}

TEST_F(SourceCompiler, ReportsWhyACacheStoresNothing) {
  write("file", "");
  options_.cache = ProgramCache{folder_.path() / "file"};
  const driver::SourceCompile call = compile(scale);
  EXPECT_NE(call.cache_failure, "");
  EXPECT_NE(text_of(call).find(".entry root"), std::string_view::npos);
}

}  // namespace
}  // namespace texelscope::gpu::cuda

#endif
