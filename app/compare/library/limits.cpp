#include "texelscope/compare/limits.h"

#include "app/compare/measures/limits.h"
#include "texelscope/compare/image.h"
#include "texelscope/gpu/error.h"

namespace texelscope::compare {

Limits limits_of_preset(std::string_view name) {
  try {
    return app::limits_of_preset(name);
  } catch (const gpu::InvalidArgument& error) {
    throw Error(error.what());
  }
}

}  // namespace texelscope::compare
