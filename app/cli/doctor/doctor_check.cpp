#include <dlfcn.h>
#include <fmt/format.h>

#include <exception>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "app/cli/doctor/doctor_checks.h"
#include "app/cli/doctor/round_trip.h"

namespace texelscope::app {

Check run_check(std::string name, const std::function<void(Check&)>& body) {
  Check check{std::move(name), CheckResult::ok, {}, {}};
  try {
    body(check);
  } catch (const std::exception& error) {
    // The texts of this program's errors end with what to do.
    check.result = CheckResult::fail;
    check.text = error.what();
  }
  return check;
}

void warn(Check& check, std::string text, std::string advice) {
  check.result = CheckResult::warn;
  check.text = std::move(text);
  check.advice = std::move(advice);
}

void fail(Check& check, std::string text, std::string advice) {
  warn(check, std::move(text), std::move(advice));
  check.result = CheckResult::fail;
}

namespace {

struct CloseLibrary {
  void operator()(void* library) const { ::dlclose(library); }
};

}  // namespace

void check_library(Check& check, const char* file, const char* advice) {
  const std::unique_ptr<void, CloseLibrary> library(::dlopen(file, RTLD_LAZY | RTLD_LOCAL));
  if (library) {
    check.text = fmt::format("{} loads", file);
  } else {
    const char* const reason = ::dlerror();
    warn(check, fmt::format("{} does not load: {}", file, reason != nullptr ? reason : "no reason given"), advice);
  }
}

std::uint64_t count_sharing_differences(const ImageSharing& images) {
  constexpr int width = 61;
  constexpr int height = 37;
  const gpu::Stream stream = images.device().create_stream();
  const std::unique_ptr<SharedImage> image = images.make_image(FrameFormat::rgba8, width, height);
  std::uint64_t differences = 0;
  for (const std::uint32_t seed : {1U, 2U}) {
    {
      const std::unique_ptr<AcquiredImages> acquired = image->acquire(stream);
      write_pattern(acquired->surface(), seed, stream);
      acquired->release();
    }
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * height);
    image->read(std::as_writable_bytes(std::span(pixels)));
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const std::uint32_t pixel = pixels[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
        differences += pixel != pattern_texel(seed, x, y) ? 1 : 0;
      }
    }
  }
  return differences;
}

}  // namespace texelscope::app
