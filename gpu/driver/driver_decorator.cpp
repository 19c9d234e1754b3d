#include "gpu/driver/driver_decorator.h"

namespace texelscope::gpu::driver {

// NOLINTNEXTLINE(bugprone-macro-parentheses): a type takes none.
#define TEXELSCOPE_PERFORM_AS_ANY(Call) \
  Status DriverDecorator::perform(Call& call) noexcept { return perform_any(AnyCall{call}); }
TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_PERFORM_AS_ANY)
#undef TEXELSCOPE_PERFORM_AS_ANY

}  // namespace texelscope::gpu::driver
