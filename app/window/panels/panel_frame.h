#pragma once

#include "app/window/panels/panel.h"

namespace texelscope::app {

/// Begins a panel that the user arranges: a bar with its name, which is dragged to another edge of the window and
/// closes the panel, the splitter beside it, and below the bar a part that scrolls. False for a panel that is not
/// shown; else end_panel() ends it.
[[nodiscard]] bool begin_panel(const PanelContext& context, PanelPlace PanelArrangement::*place);
void end_panel();

}  // namespace texelscope::app
