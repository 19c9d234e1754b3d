#pragma once

#include <string>

#include "app/labs/layout/layout_lab.h"
#include "app/window/panels/lab_widgets.h"

namespace texelscope::app {

/// The fields of a layout as typed: shape, strides, itemsize and order, each with its error from `result`. Names of
/// items begin with `prefix`.
struct LayoutFields {
  const LabWidgets& context;
  LayoutText& text;
  const ChainResult& result;
  const char* prefix = "";

  void draw_shape() const;
  void draw_strides() const;
  void draw_itemsize() const;
  void draw_order() const;

 private:
  [[nodiscard]] std::string name(const char* field) const { return std::string{prefix} + field; }
  void draw_error(LayoutField field, const char* name_of_field) const;
};

}  // namespace texelscope::app
