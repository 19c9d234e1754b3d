#pragma once

#include "app/texture/texture_setup.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::app {

/// What explain_fetch() takes; refers to the setup's texels.
[[nodiscard]] gpu::ExplainedTexture explained(const TextureSetup& setup);

}  // namespace texelscope::app
