#include "app/gui/lab_registry.h"
#include "app/scenes/registry.h"
#include "app/workspace/session.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_session(FuzzInput input) {
  app::State state{app::scenes(), app::labs()};
  accept<app::ParameterError>([&] {
    app::take_session(text_of(input), state);
    const std::string text = app::session_text(state);
    app::State again{app::scenes(), app::labs()};
    app::take_session(text, again);
    require(app::session_text(again) == text, "an accepted session round-trips");
  });
}

}  // namespace texelscope::tests
