#include "gpu/cuda/device_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "gpu/driver/embedded_headers.h"

namespace texelscope::gpu::cuda {
namespace {

/// NVRTC brings no standard library: these are the parts that the headers of kernels use.
constexpr driver::EmbeddedHeader standard_headers[] = {
    {"cstddef", R"(#pragma once
namespace std {
using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr));
enum class byte : unsigned char {};
}
)"},
    {"cstdint", R"(#pragma once
namespace std {
using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned int;
using int64_t = long;
using uint64_t = unsigned long;
}
)"},
    {"cstring", R"(#pragma once
namespace std {
using ::memcpy;
using ::memset;
}
)"},
    {"type_traits", R"(#pragma once
namespace std {
template <class A, class B> inline constexpr bool is_same_v = false;
template <class A> inline constexpr bool is_same_v<A, A> = true;
template <class T> inline constexpr bool is_trivially_copyable_v = __is_trivially_copyable(T);
}
)"},
    {"compare", R"(#pragma once
namespace std {
class strong_ordering {
 public:
  static const strong_ordering less, equal, equivalent, greater;
  friend constexpr bool operator==(strong_ordering a, strong_ordering b) = default;
  friend constexpr bool operator==(strong_ordering a, decltype(nullptr)) { return a.sign_ == 0; }
  friend constexpr bool operator<(strong_ordering a, decltype(nullptr)) { return a.sign_ < 0; }
  friend constexpr bool operator>(strong_ordering a, decltype(nullptr)) { return a.sign_ > 0; }
  friend constexpr bool operator<=(strong_ordering a, decltype(nullptr)) { return a.sign_ <= 0; }
  friend constexpr bool operator>=(strong_ordering a, decltype(nullptr)) { return a.sign_ >= 0; }
 private:
  constexpr explicit strong_ordering(signed char sign) : sign_(sign) {}
  signed char sign_;
};
inline constexpr strong_ordering strong_ordering::less{-1};
inline constexpr strong_ordering strong_ordering::equal{0};
inline constexpr strong_ordering strong_ordering::equivalent{0};
inline constexpr strong_ordering strong_ordering::greater{1};
}
)"},
};

/// A program of NVRTC, destroyed with this.
class Compilation {
 public:
  Compilation(const Nvrtc& nvrtc, const driver::ProgramCompile& call) : nvrtc_{nvrtc} {
    std::vector<const char*> names;
    std::vector<const char*> texts;
    const auto add = [&](const driver::EmbeddedHeader& header) {
      names.push_back(header.name);
      texts.push_back(header.text);
    };
    std::ranges::for_each(standard_headers, add);
    std::ranges::for_each(driver::embedded_headers(), add);
    // The text has #line directives with its own name.
    result_ = nvrtc_.CreateProgram(&program_, std::string{call.source}.c_str(), "program.cu",
                                   static_cast<int>(names.size()), texts.data(), names.data());
  }
  ~Compilation() {
    if (program_ != nullptr) {
      nvrtc_.DestroyProgram(&program_);
    }
  }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  [[nodiscard]] Nvrtc::Result created() const { return result_; }
  [[nodiscard]] Nvrtc::Program program() const { return program_; }

  [[nodiscard]] std::string log() const {
    std::size_t size = 0;
    if (nvrtc_.GetProgramLogSize(program_, &size) != Nvrtc::success || size == 0) {
      return {};
    }
    std::string text(size, '\0');
    nvrtc_.GetProgramLog(program_, text.data());
    text.resize(std::min(text.find('\0'), text.size()));
    return text;
  }

 private:
  const Nvrtc& nvrtc_;
  Nvrtc::Program program_ = nullptr;
  Nvrtc::Result result_ = Nvrtc::success;
};

/// The newest that this NVRTC compiles for and the device runs; 0 for none.
int compiled_capability(const Nvrtc& nvrtc, int capability) {
  int count = 0;
  if (nvrtc.GetNumSupportedArchs(&count) != Nvrtc::success || count < 1) {
    return 0;
  }
  std::vector<int> supported(static_cast<std::size_t>(count));
  if (nvrtc.GetSupportedArchs(supported.data()) != Nvrtc::success) {
    return 0;
  }
  int best = 0;
  for (const int each : supported) {
    best = each <= capability ? std::max(best, each) : best;
  }
  return best;
}

struct Limit {
  std::chrono::steady_clock::time_point end;
  const std::stop_token& stop;
};

int must_end(void* payload, void* /*reserved*/) {
  const Limit& limit = *static_cast<const Limit*>(payload);
  return limit.stop.stop_requested() || std::chrono::steady_clock::now() >= limit.end ? 1 : 0;
}

std::string size_expression(std::size_t kernel) {
  return fmt::format("texelscope::kernels::kernel_size_marker<texelscope::kernels::program::texelscope_kernel_{}_size>",
                     kernel);
}

/// Of a mangled name such as "_ZN10texelscope7kernels18kernel_size_markerILm24EEEvv".
std::size_t size_in(std::string_view mangled) {
  constexpr std::string_view mark = "ILm";
  const std::size_t at = mangled.find(mark);
  std::size_t size = 0;
  if (at != std::string_view::npos) {
    std::from_chars(mangled.data() + at + mark.size(), mangled.data() + mangled.size(), size);
  }
  return size;
}

Status take_results(const Nvrtc& nvrtc, Nvrtc::Program program, bool is_machine_code, driver::ProgramCompile& call) {
  for (std::size_t kernel = 0; kernel < call.num_kernels; ++kernel) {
    const char* name = nullptr;
    if (nvrtc.GetLoweredName(program, size_expression(kernel).c_str(), &name) != Nvrtc::success) {
      return Status::unknown;
    }
    call.kernel_sizes.push_back(size_in(name));
  }
  const auto get_size = is_machine_code ? nvrtc.GetCUBINSize : nvrtc.GetPTXSize;
  const auto get = is_machine_code ? nvrtc.GetCUBIN : nvrtc.GetPTX;
  std::size_t size = 0;
  if (get_size(program, &size) != Nvrtc::success) {
    return Status::unknown;
  }
  call.binary.resize(size);
  return get(program, reinterpret_cast<char*>(call.binary.data())) == Nvrtc::success ? Status::success
                                                                                     : Status::unknown;
}

}  // namespace

Status compile_for_device(const Nvrtc& nvrtc, int capability, driver::ProgramCompile& call) {
  if (!nvrtc.reason.empty()) {
    call.reason = nvrtc.reason;
    return Status::jit_compiler_not_found;
  }
  const int compiled = compiled_capability(nvrtc, capability);
  if (compiled == 0) {
    call.reason = fmt::format(
        "the NVRTC that was found does not compile for compute capability {}.{}; install that of "
        "a CUDA version which does",
        capability / 10, capability % 10);
    return Status::jit_compiler_not_found;
  }
  const Compilation compilation{nvrtc, call};
  if (compilation.created() != Nvrtc::success) {
    return compilation.created() == Nvrtc::out_of_memory ? Status::out_of_memory : Status::invalid_value;
  }
  for (std::size_t kernel = 0; kernel < call.num_kernels; ++kernel) {
    if (nvrtc.AddNameExpression(compilation.program(), size_expression(kernel).c_str()) != Nvrtc::success) {
      return Status::unknown;
    }
  }
  Limit limit{std::chrono::steady_clock::now() + call.time_limit, call.stop};
  if (nvrtc.SetFlowCallback != nullptr) {
    nvrtc.SetFlowCallback(compilation.program(), &must_end, &limit);
  }
  const bool is_machine_code = compiled == capability;
  const std::string architecture = fmt::format("-arch={}_{}", is_machine_code ? "sm" : "compute", compiled);
  // No contraction: the same bits as kernels that are compiled with the program.
  const char* const options[] = {architecture.c_str(), "-std=c++20",      "-fmad=false",    "-ftz=false",
                                 "-prec-div=true",     "-prec-sqrt=true", "-default-device"};
  const Nvrtc::Result result =
      nvrtc.CompileProgram(compilation.program(), static_cast<int>(std::size(options)), options);
  call.log = compilation.log();
  switch (result) {
    case Nvrtc::success:
      return take_results(nvrtc, compilation.program(), is_machine_code, call);
    case Nvrtc::out_of_memory:
      return Status::out_of_memory;
    case Nvrtc::cancelled:
      return Status::timeout;
    case Nvrtc::compilation:
      return Status::invalid_source;
    default:
      // Such as an option that this NVRTC does not know.
      call.reason =
          fmt::format("NVRTC says {}; install that of the driver's CUDA version", nvrtc.GetErrorString(result));
      return Status::jit_compiler_not_found;
  }
}

}  // namespace texelscope::gpu::cuda
