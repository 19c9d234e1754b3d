#include "gpu/cuda/device_compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/cuda/toolkit_library.h"
#include "gpu/driver/embedded_headers.h"

namespace texelscope::gpu::cuda {
namespace {

/// NVRTC has no standard library: these are the parts that the kernel headers use.
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

/// The inputs of a compilation.
struct CompileRequest {
  std::string source;
  std::string name;
  /// Without the architecture.
  std::vector<std::string> options;
  /// Templates and names whose lowered names are requested.
  std::vector<std::string> expressions;
  CodeFormat format = CodeFormat::machine_code;
  bool has_library_headers = true;
  std::chrono::milliseconds time_limit = std::chrono::hours{24};
  std::stop_token stop;
};

/// The result fields of a call.
struct CompileResults {
  std::vector<std::byte>& binary;
  std::string& log;
  std::string& reason;
  std::vector<std::string>& lowered_names;
};

/// An NVRTC program, destroyed with this object.
class Compilation {
 public:
  Compilation(const Nvrtc& nvrtc, const CompileRequest& request) : nvrtc_{nvrtc} {
    std::vector<const char*> names;
    std::vector<const char*> texts;
    const auto add = [&](const driver::EmbeddedHeader& header) {
      names.push_back(header.name);
      texts.push_back(header.text);
    };
    if (request.has_library_headers) {
      std::ranges::for_each(standard_headers, add);
      std::ranges::for_each(driver::embedded_headers(), add);
    }
    result_ = nvrtc_.CreateProgram(&program_, request.source.c_str(), request.name.c_str(),
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
    return read_toolkit_log([&](std::size_t* size) { return nvrtc_.GetProgramLogSize(program_, size); },
                            [&](char* text) { return nvrtc_.GetProgramLog(program_, text); });
  }

 private:
  const Nvrtc& nvrtc_;
  Nvrtc::Program program_ = nullptr;
  Nvrtc::Result result_ = Nvrtc::success;
};

/// The newest capability that this NVRTC can compile for and the device can run; 0 for none.
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

int should_cancel(void* payload, void* /*reserved*/) {
  const Limit& limit = *static_cast<const Limit*>(payload);
  return limit.stop.stop_requested() || std::chrono::steady_clock::now() >= limit.end ? 1 : 0;
}

std::string size_expression(std::size_t kernel) {
  return fmt::format("texelscope::kernels::kernel_size_marker<texelscope::kernels::program::texelscope_kernel_{}_size>",
                     kernel);
}

/// The size in a mangled name such as "_ZN10texelscope7kernels18kernel_size_markerILm24EEEvv".
std::size_t size_in(std::string_view mangled) {
  constexpr std::string_view mark = "ILm";
  const std::size_t at = mangled.find(mark);
  std::size_t size = 0;
  if (at != std::string_view::npos) {
    std::from_chars(mangled.data() + at + mark.size(), mangled.data() + mangled.size(), size);
  }
  return size;
}

Status take_code(const Nvrtc& nvrtc, Nvrtc::Program program, CodeFormat format, std::vector<std::byte>& code) {
  const auto get_size = format == CodeFormat::machine_code ? nvrtc.GetCUBINSize
                        : format == CodeFormat::ptx        ? nvrtc.GetPTXSize
                                                           : nvrtc.GetLTOIRSize;
  const auto get = format == CodeFormat::machine_code ? nvrtc.GetCUBIN
                   : format == CodeFormat::ptx        ? nvrtc.GetPTX
                                                      : nvrtc.GetLTOIR;
  std::size_t size = 0;
  if (get_size(program, &size) != Nvrtc::success) {
    return Status::unknown;
  }
  code.resize(size);
  return get(program, reinterpret_cast<char*>(code.data())) == Nvrtc::success ? Status::success : Status::unknown;
}

/// Compiles; `format` becomes PTX if machine code is requested but this NVRTC is older than the device.
Status compile(const Nvrtc& nvrtc, int capability, const CompileRequest& request, CodeFormat& format,
               const CompileResults& results) {
  if (!nvrtc.reason.empty()) {
    results.reason = nvrtc.reason;
    return Status::jit_compiler_not_found;
  }
  const int compiled = compiled_capability(nvrtc, capability);
  if (compiled == 0) {
    results.reason = fmt::format(
        "the NVRTC found cannot compile for compute capability {}.{}; install the NVRTC of a CUDA version that can",
        capability / 10, capability % 10);
    return Status::jit_compiler_not_found;
  }
  const Compilation compilation{nvrtc, request};
  if (compilation.created() != Nvrtc::success) {
    return compilation.created() == Nvrtc::out_of_memory ? Status::out_of_memory : Status::invalid_value;
  }
  for (const std::string& expression : request.expressions) {
    if (nvrtc.AddNameExpression(compilation.program(), expression.c_str()) != Nvrtc::success) {
      return Status::unknown;
    }
  }
  Limit limit{std::chrono::steady_clock::now() + request.time_limit, request.stop};
  if (nvrtc.SetFlowCallback != nullptr) {
    nvrtc.SetFlowCallback(compilation.program(), &should_cancel, &limit);
  }
  format = format == CodeFormat::machine_code && compiled != capability ? CodeFormat::ptx : format;
  std::vector<std::string> options{fmt::format("-arch={}_{}", format == CodeFormat::ptx ? "compute" : "sm", compiled)};
  options.insert(options.end(), request.options.begin(), request.options.end());
  if (format == CodeFormat::link_time) {
    options.emplace_back("-dlto");
  }
  std::vector<const char*> texts;
  std::ranges::transform(options, std::back_inserter(texts), &std::string::c_str);
  const Nvrtc::Result result =
      nvrtc.CompileProgram(compilation.program(), static_cast<int>(texts.size()), texts.data());
  results.log = compilation.log();
  switch (result) {
    case Nvrtc::success:
      break;
    case Nvrtc::out_of_memory:
      return Status::out_of_memory;
    case Nvrtc::cancelled:
      return Status::timeout;
    case Nvrtc::compilation:
      return Status::invalid_source;
    case Nvrtc::invalid_option:
      results.reason = fmt::format("NVRTC rejected one of the options {}: {}", fmt::join(options, " "),
                                   results.log.substr(0, results.log.find('\n')));
      return Status::invalid_value;
    default:
      results.reason =
          fmt::format("NVRTC failed: {}; install the NVRTC of the driver's CUDA version", nvrtc.GetErrorString(result));
      return Status::jit_compiler_not_found;
  }
  for (const std::string& expression : request.expressions) {
    const char* name = nullptr;
    if (nvrtc.GetLoweredName(compilation.program(), expression.c_str(), &name) != Nvrtc::success) {
      return Status::unknown;
    }
    results.lowered_names.emplace_back(name);
  }
  return take_code(nvrtc, compilation.program(), format, results.binary);
}

}  // namespace

Status compile_for_device(const Nvrtc& nvrtc, int capability, driver::ProgramCompile& call) {
  CompileRequest request;
  request.source = call.source;
  // The source has #line directives with its own name.
  request.name = "program.cu";
  // No contraction: the same bits as kernels that are compiled with the program.
  request.options = {"-std=c++20", "-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true", "-default-device"};
  request.time_limit = call.time_limit;
  request.stop = call.stop;
  for (std::size_t kernel = 0; kernel < call.num_kernels; ++kernel) {
    request.expressions.push_back(size_expression(kernel));
  }
  std::vector<std::string> names;
  CodeFormat format = CodeFormat::machine_code;
  const Status status = compile(nvrtc, capability, request, format, {call.binary, call.log, call.reason, names});
  std::ranges::transform(names, std::back_inserter(call.kernel_sizes), size_in);
  if (status == Status::invalid_value && !call.reason.empty()) {
    // The options are this library's, not the caller's.
    call.reason += "; install the NVRTC of the driver's CUDA version";
    return Status::jit_compiler_not_found;
  }
  return status;
}

const std::string& library_headers_text() {
  static const std::string all = [] {
    std::string text;
    const auto add = [&](const driver::EmbeddedHeader& header) {
      text.append(header.name).append(1, '\n').append(header.text).append(1, '\n');
    };
    std::ranges::for_each(standard_headers, add);
    std::ranges::for_each(driver::embedded_headers(), add);
    return text;
  }();
  return all;
}

Status compile_source_for_device(const Nvrtc& nvrtc, int capability, driver::SourceCompile& call) {
  const SourceOptions& options = *call.options;
  CompileRequest request;
  request.source = call.source;
  request.name = call.name;
  request.options = {"-std=c++20"};
  for (const std::string& definition : options.definitions) {
    request.options.push_back("-D" + definition);
  }
  for (const std::filesystem::path& folder : options.include_folders) {
    request.options.push_back("-I" + folder.string());
  }
  if (options.has_line_information) {
    request.options.emplace_back("-lineinfo");
  }
  if (options.uses_fast_math) {
    request.options.emplace_back("--use_fast_math");
  }
  request.options.insert(request.options.end(), options.options.begin(), options.options.end());
  request.expressions = options.kernels;
  request.has_library_headers = options.has_library_headers;
  return compile(nvrtc, capability, request, call.format, {call.binary, call.log, call.reason, call.lowered_names});
}

}  // namespace texelscope::gpu::cuda
