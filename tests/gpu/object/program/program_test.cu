#include "texelscope/gpu/program.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <thread>

#include "tests/app/temporary_folder.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/fault_sweep.h"
#include "tests/support/other_context.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/math.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::gpu {
namespace {

using namespace texelscope::kernels;

/// A kernel in two forms: compiled here, and as source.
#define TEXELSCOPE_KERNEL_AND_TEXT(name, ...) \
  __VA_ARGS__                                 \
  constexpr const char* name = #__VA_ARGS__;

TEXELSCOPE_KERNEL_AND_TEXT(
    wave_text, struct Wave {
      Texture image;
      Surface output;
      float time;
      TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {
        const float x = static_cast<float>(at.x) * 0.37F + time;
        const float y = static_cast<float>(at.y) * 0.21F;
        Float4 color = image.sample_2d(static_cast<float>(at.x) + sine(y), static_cast<float>(at.y) + cosine(x));
        color = color * (0.5F + 0.5F * sine(x * y + time)) + Float4{x / 31.0F, y / 17.0F, length(Float2{x, y}), 1};
        output.write_2d(color, at.x, at.y);
      }
    };)

constexpr const char* add_text = R"(
struct Add {
  std::int32_t* values;
  std::int32_t step;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const { values[at.x] += step * AMOUNT; }
};
)";

struct Add {
  std::int32_t* values;
  std::int32_t step;
};

ProgramOptions of(std::vector<std::string> names) {
  ProgramOptions options;
  options.kernels = std::move(names);
  return options;
}

CompileError error_of_compiling(const Device& device, const char* source, const ProgramOptions& options) {
  try {
    static_cast<void>(Program::compile(device, source, options));
  } catch (const CompileError& error) {
    return error;
  }
  return {"it compiles", {}};
}

class ProgramOnEach : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!lack().empty()) {
      GTEST_SKIP() << lack();
    }
  }

  /// The reason why this device has no compiler; empty if it has one.
  const std::string& lack() {
    static std::map<std::string, std::string> known;
    const auto [found, is_first] = known.try_emplace(to_string(GetParam()));
    if (is_first) {
      found->second = tests::error_of<Unavailable>([&] {
        try {
          static_cast<void>(Program::compile_object_code(device(), "#include \"none.h\"", of({"None"})));
        } catch (const CompileError&) {
          // There is a compiler, which immediately rejects this source.
        }
      });
      found->second = found->second == "no error" ? "" : found->second;
    }
    return found->second;
  }

  /// The result of `draw` in a surface of 33 × 21 texels, from a texture of numbers.
  template <class Draw>
  std::vector<float> drawn(const Draw& draw) {
    const ArrayDescriptor descriptor{Extent(33, 21), DataType::float32, 4, true};
    const CUDAArray source = CUDAArray::from_descriptor(device(), descriptor);
    const CUDAArray output = CUDAArray::from_descriptor(device(), descriptor);
    std::vector<float> texels(33 * 21 * 4);
    for (std::size_t i = 0; i < texels.size(); ++i) {
      texels[i] = static_cast<float>(i * i % 257) / 257;
    }
    source.copy_from(std::as_bytes(std::span(texels)), stream());
    TextureDescriptor linear;
    linear.filter_mode = FilterMode::linear;
    const TextureObject texture = TextureObject::from_array(source, linear);
    const SurfaceObject surface = SurfaceObject::from_array(output);
    draw(Wave{Texture{texture.handle()}, Surface{surface.handle()}, 1.25F});
    output.copy_to(std::as_writable_bytes(std::span(texels)), stream());
    stream().synchronize();
    return texels;
  }

  std::vector<std::int32_t> read(const Buffer& buffer, std::size_t count) {
    std::vector<std::int32_t> values(count);
    buffer.copy_to(std::as_writable_bytes(std::span(values)), stream());
    stream().synchronize();
    return values;
  }
};

TEST_P(ProgramOnEach, CompilesAKernelWithTheSameResultAsTheBuiltInOne) {
  const RuntimeKernel wave = Program::compile(device(), wave_text, of({"Wave"})).kernel("Wave");
  EXPECT_EQ(wave.name(), "Wave");
  EXPECT_EQ(wave.size_bytes(), sizeof(Wave));
  const std::vector<float> seen = drawn([&](const Wave& kernel) { wave.launch(stream(), {33, 21}, kernel); });
  const std::vector<float> expected = drawn([&](const Wave& kernel) { kernels::launch(stream(), {33, 21}, kernel); });
  EXPECT_EQ(seen, expected);
  EXPECT_NE(expected[0], expected[4]) << "the picture must not be uniform";
}

TEST_P(ProgramOnEach, AcceptsDefinitionsAndTextsAroundTheSource) {
  ProgramOptions options = of({"Add", "mine::Negate"});
  options.definitions = {"AMOUNT=7", "HAS_NEGATE"};
  options.before = "#ifdef HAS_NEGATE\nnamespace mine { struct Negate; }\n#endif\n";
  options.behind =
      "struct mine::Negate { std::int32_t* values; TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const { "
      "values[at.x] = -values[at.x]; } };";
  const Program program = Program::compile(device(), add_text, options);
  const Buffer values = device().allocate(16, stream());
  values.fill(std::byte{0}, stream());
  auto* const pointer = reinterpret_cast<std::int32_t*>(values.handle().value);
  program.kernel("Add").launch(stream(), {3}, Add{pointer, 2});
  program.kernel("mine::Negate").launch(stream(), {2}, pointer);
  EXPECT_EQ(read(values, 4), (std::vector<std::int32_t>{-14, -14, 14, 0}));
}

TEST_P(ProgramOnEach, ReportsErrorsAtTheirSourceLines) {
  ProgramOptions options = of({"Pixel"});
  options.name = "my \"pixel\".cu";
  options.before = "\n\n\n";
  const CompileError error = error_of_compiling(device(),
                                                "struct Pixel {\n"
                                                "  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {\n"
                                                "    int a = first_mistake;\n"
                                                "    int b = at.x;\n"
                                                "    b += second_mistake;\n"
                                                "  }\n"
                                                "};\n",
                                                options);
  std::vector<std::pair<int, int>> places;
  for (const CompileMessage& message : error.messages()) {
    if (message.severity == CompileMessage::Severity::error) {
      places.emplace_back(message.line, message.column);
    }
  }
  EXPECT_EQ(places, (std::vector<std::pair<int, int>>{{3, 13}, {5, 10}})) << error.what();
  const std::string text = error.what();
  EXPECT_TRUE(text.starts_with(to_string(GetParam()) + ": my \"pixel\".cu does not compile: line 3, column 13: "))
      << text;
  EXPECT_NE(text.find("first_mistake"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(" (and 1 more); fix the source")) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST_P(ProgramOnEach, ReportsWarningsOfASourceThatCompiles) {
  const Program program = Program::compile(device(),
                                           "struct Pixel {\n  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const "
                                           "{\n    int forgotten = 3;\n  }\n};",
                                           of({"Pixel"}));
  ASSERT_EQ(program.messages().size(), 1U);
  EXPECT_EQ(program.messages()[0].severity, CompileMessage::Severity::warning);
  EXPECT_EQ(program.messages()[0].line, 3);
  EXPECT_NE(program.messages()[0].text.find("forgotten"), std::string::npos) << program.messages()[0].text;
}

TEST_P(ProgramOnEach, ReportsMissingSymbolsWithoutALine) {
  EXPECT_NE(std::string(error_of_compiling(device(), "int nothing;", of({"Pixel"})).what()).find("Pixel"),
            std::string::npos);
  const CompileError unresolved = error_of_compiling(
      device(),
      "TEXELSCOPE_EXTERN float missing(float); struct Pixel { float* out; TEXELSCOPE_KERNEL_FUNCTION void "
      "operator()(Index) const { *out = missing(*out); } };",
      [] {
        ProgramOptions options = of({"Pixel"});
        options.before =
            "#ifdef __CUDACC__\n#define TEXELSCOPE_EXTERN extern __device__\n#else\n#define "
            "TEXELSCOPE_EXTERN extern\n#endif\n";
        return options;
      }());
  EXPECT_NE(std::string(unresolved.what()).find("missing"), std::string::npos) << unresolved.what();
  EXPECT_NE(std::string(error_of_compiling(device(),
                                           "struct Pixel { Pixel(const Pixel&); TEXELSCOPE_KERNEL_FUNCTION void "
                                           "operator()(Index) const {} };",
                                           of({"Pixel"}))
                            .what())
                .find("a kernel must be trivially copyable"),
            std::string::npos);
}

TEST_P(ProgramOnEach, RefusesInvalidNamesAndDefinitions) {
  const auto refusal = [&](const ProgramOptions& options) {
    return tests::error_of<InvalidArgument>([&] { static_cast<void>(Program::compile(device(), add_text, options)); });
  };
  EXPECT_NE(refusal({}).find("no kernels are named"), std::string::npos);
  for (const char* const name : {"", "1st", "a b", "a::", "::a", "a:b", "x);system(\"", "a\nb"}) {
    EXPECT_NE(refusal(of({name})).find("is not a kernel name"), std::string::npos) << name;
  }
  for (const char* const definition : {"", "=1", "1=2", "A=\n1", "A B=1"}) {
    ProgramOptions options = of({"Add"});
    options.definitions = {definition};
    EXPECT_NE(refusal(options).find("is not a definition"), std::string::npos) << definition;
  }
}

TEST_P(ProgramOnEach, RefusesAnotherKernelAnotherFunctorAndAnotherDevice) {
  ProgramOptions options = of({"Add"});
  options.definitions = {"AMOUNT=1"};
  Program program = Program::compile(device(), add_text, options);
  EXPECT_NE(tests::error_of<InvalidArgument>([&] {
              static_cast<void>(program.kernel("Sub"));
            }).find("has no kernel 'Sub': it was compiled for Add;"),
            std::string::npos);
  const RuntimeKernel add = program.kernel("Add");
  EXPECT_NE(tests::error_of<InvalidArgument>([&] {
              add.launch(stream(), {1}, 1.0F);
            }).find("launching Add: got 4 bytes for a functor of 16"),
            std::string::npos);
  EXPECT_THROW(add.launch(stream(), {0}, Add{}), InvalidArgument);
  {
    const tests::OtherDevice other(GetParam());
    EXPECT_THROW(add.launch(other->create_stream(), {1}, Add{}), InvalidArgument);
  }
  program.close();
  program.close();
  EXPECT_THROW(static_cast<void>(program.kernel("Add")), InvalidState);
  EXPECT_EQ(add.name(), "Add") << "a kernel keeps its program alive";
}

TEST_P(ProgramOnEach, ScheduledWorkContinuesWhenTheProgramIsClosed) {
  ProgramOptions options = of({"Add"});
  options.definitions = {"AMOUNT=1"};
  const Buffer values = device().allocate(1 << 20, stream());
  values.fill(std::byte{0}, stream());
  for (int round = 0; round < 3; ++round) {
    const RuntimeKernel add = Program::compile(device(), add_text, options).kernel("Add");
    for (int i = 0; i < 50; ++i) {
      add.launch(stream(), {1 << 18}, Add{reinterpret_cast<std::int32_t*>(values.handle().value), 1});
    }
  }
  EXPECT_EQ(read(values, 1 << 18), std::vector<std::int32_t>(1 << 18, 150));
}

TEST_P(ProgramOnEach, IsCompiledByManyThreadsConcurrently) {
  std::vector<int> sums(4);
  std::vector<std::thread> threads;
  const Device shared = device();
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const Stream own = shared.create_stream();
      ProgramOptions options = of({"Add"});
      options.definitions = {"AMOUNT=" + std::to_string(i + 1)};
      const Program program = Program::compile(shared, add_text, options);
      const Buffer value = shared.allocate(4, own);
      value.fill(std::byte{0}, own);
      program.kernel("Add").launch(own, {1}, Add{reinterpret_cast<std::int32_t*>(value.handle().value), 10});
      value.copy_to(std::as_writable_bytes(std::span(&sums[static_cast<std::size_t>(i)], 1)), own);
      own.synchronize();
    });
  }
  for (std::thread& each : threads) {
    each.join();
  }
  EXPECT_EQ(sums, (std::vector<int>{10, 20, 30, 40}));
}

TEST_P(ProgramOnEach, ImmediatelyRefusesASourceThatIncludesAnEndlessFile) {
  const auto start = std::chrono::steady_clock::now();
  const CompileError error = error_of_compiling(device(), "#include \"/dev/zero\"\nstruct Add {};", of({"Add"}));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  EXPECT_STRNE(error.what(), "it compiles");
  EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
}

TEST_P(ProgramOnEach, StopsCompilingOnRequestOrWhenItsTimeIsUp) {
  if (GetParam().kind == DeviceKind::cuda) {
    GTEST_SKIP() << "NVRTC calls back at arbitrary times";
  }
  ProgramOptions options = of({"Add"});
  options.time_limit = std::chrono::milliseconds{1};
  EXPECT_NE(std::string(error_of_compiling(device(), add_text, options).what()).find("took longer than 1 ms"),
            std::string::npos);
  std::stop_source stop;
  stop.request_stop();
  options = of({"Add"});
  options.stop = stop.get_token();
  const CompileError error = error_of_compiling(device(), add_text, options);
  EXPECT_NE(std::string(error.what()).find("was canceled"), std::string::npos) << error.what();
  EXPECT_TRUE(error.messages().empty());
}

/// Compiles, launches, waits and unloads.
void use_program(DeviceId id, const DeviceOptions& device_options) {
  const Device device = Device::open(id, device_options);
  const Stream stream = device.create_stream();
  ProgramOptions options = of({"Add"});
  options.definitions = {"AMOUNT=1"};
  const RuntimeKernel add = Program::compile(device, add_text, options).kernel("Add");
  const Buffer values = device.allocate(64, stream);
  add.launch(stream, {16}, Add{reinterpret_cast<std::int32_t*>(values.handle().value), 1});
  stream.synchronize();
}

TEST_P(ProgramOnEach, EveryFailedCallIsReportedAndNothingLeaks) {
  const std::vector<std::string> failed =
      tests::sweep_faults([&](const tests::FaultRound& round) { use_program(GetParam(), round.options); });
  for (const char* const call :
       {"nvrtcCompileProgram(name=kernel.cu, source_bytes=", "cuModuleLoadData(binary_bytes=",
        "cuModuleGetFunction(module=0x", "cuLaunchKernel(kernel=Add, extent=16x1x1", "cuModuleUnload(module=0x"}) {
    EXPECT_TRUE(std::ranges::any_of(failed, [&](const std::string& text) {
      return text.find(call) != std::string::npos;
    })) << call;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ProgramOnEach);

TEST(ProgramOnCpu, ReportsWhatToDoWithoutACompiler) {
  const Device device = Device::open({DeviceKind::cpu, 0});
  const char* const path = std::getenv("PATH");
  const std::string before = path != nullptr ? path : "";
  ::setenv("PATH", "", 1);
  const std::string text =
      tests::error_of<Unavailable>([&] { static_cast<void>(Program::compile(device, "struct A {};", of({"A"}))); });
  ::setenv("PATH", before.c_str(), 1);
  EXPECT_EQ(
      text,
      "cpu: kernel.cu cannot be compiled: no C++ compiler found: none of the absolute folders in PATH contains c++, "
      "g++ or clang++; install g++ or clang, or use a CUDA device");
}

TEST(ProgramOnCpu, ASourceThatIncludesAnEndlessFileIsRefusedImmediatelyAndLeavesNoFile) {
  const Device device = Device::open({DeviceKind::cpu, 0});
  const std::string endless = "#include \"/dev/zero\"\nstruct A {};";
  const tests::TemporaryFolder pipes;
  const std::string pipe = pipes / "pipe.h";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string silent = pipes / "silent.h";
  ASSERT_EQ(::mkfifo(silent.c_str(), 0600), 0);
  // With a writer that never writes, the pipe is opened, but not read.
  const int writer = ::open(silent.c_str(), O_RDWR | O_CLOEXEC);
  const std::string indirect = pipes.write("indirect.h", "#include \"" + pipe + "\"\n");
  std::string pattern = (std::filesystem::temp_directory_path() / "texelscope-test-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  ::setenv("TMPDIR", folder.c_str(), 1);
  for (const std::string& source :
       {endless, "#include \"" + pipe + "\"\nstruct A {};", "#include \"" + silent + "\"\nstruct A {};",
        "#include \"" + indirect + "\"\nstruct A {};",
        "asm(\".incbin \\\"" + pipe +
            "\\\"\");\nstruct A { TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const {} };",
        std::string("template <int n> struct Wide { Wide<n + 1> a; Wide<-n - 1> b; char c[n * n + 1]; "
                    "};\nWide<1> all;\nstruct A {};")}) {
    const auto start = std::chrono::steady_clock::now();
    std::string text;
    try {
      static_cast<void>(Program::compile(device, source, of({"A"})));
    } catch (const Unavailable&) {
      break;
    } catch (const CompileError& error) {
      text = error.what();
    }
    EXPECT_FALSE(text.find("does not compile: ; fix") != std::string::npos || text.empty()) << source << ": " << text;
    EXPECT_TRUE(source != endless || text.find("memory") != std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    const bool is_pipe = source.find(pipes.path().string()) != std::string::npos;
    EXPECT_EQ(text.find("a pipe or device without an end") != std::string::npos, is_pipe) << text;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(is_pipe ? 10 : 30)) << text;
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << text;
  }
  ::close(writer);
  ::unsetenv("TMPDIR");
  std::filesystem::remove_all(folder);
}

TEST(ProgramOnCpu, IsCompiledIfThisProgramIgnoresItsChildren) {
  const Device device = Device::open({DeviceKind::cpu, 0});
  const auto before = ::signal(SIGCHLD, SIG_IGN);
  try {
    const ObjectCode code = Program::compile_object_code(
        device, "struct A { TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const {} };", of({"A"}));
    EXPECT_FALSE(code.binary.empty());
    const CompileError error = error_of_compiling(device, "struct A { int };", of({"A"}));
    EXPECT_NE(std::string(error.what()).find("does not compile"), std::string::npos) << error.what();
  } catch (const Unavailable& lack) {
    ::signal(SIGCHLD, before);
    GTEST_SKIP() << lack.what();
  }
  ::signal(SIGCHLD, before);
}

TEST(ProgramOnCpu, CompilingRunsNoCodeOfTheSourceButLoadingDoes) {
  const Device device = Device::open({DeviceKind::cpu, 0});
  ::unsetenv("TEXELSCOPE_TEST_RAN");
  try {
    const ObjectCode code =
        Program::compile_object_code(device,
                                     "extern \"C\" int setenv(const char*, const char*, int);\nint ran = "
                                     "setenv(\"TEXELSCOPE_TEST_RAN\", \"1\", 1);\n"
                                     "struct A { TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const {} };",
                                     of({"A"}));
    EXPECT_EQ(std::getenv("TEXELSCOPE_TEST_RAN"), nullptr);
    EXPECT_EQ(code.kernels, std::vector<std::string>{"A"});
    const Program program = Program::load(device, code);
    EXPECT_NE(std::getenv("TEXELSCOPE_TEST_RAN"), nullptr);
    EXPECT_EQ(program.kernel("A").size_bytes(), 1U);
  } catch (const Unavailable& lack) {
    GTEST_SKIP() << lack.what();
  }
}

TEST(ProgramOnCpu, ATrapOfACompiledKernelEndsTheDeviceLikeAnyTrap) {
  const Device device = Device::open({DeviceKind::cpu, 0});
  const Stream stream = device.create_stream();
  RuntimeKernel trap = [&] {
    try {
      return Program::compile(
                 device,
                 "struct Trap { TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const { if (at.x == 7) throw "
                 "HostTrap{}; } };",
                 of({"Trap"}))
          .kernel("Trap");
    } catch (const Unavailable&) {
      return RuntimeKernel{nullptr, 0};
    }
  }();
  trap.launch(stream, {100}, char{});
  EXPECT_NE(tests::error_of<DriverError>([&] { stream.synchronize(); }).find("CUDA_ERROR_LAUNCH_FAILED"),
            std::string::npos);
}

}  // namespace
}  // namespace texelscope::gpu
