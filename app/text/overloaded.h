#pragma once

namespace texelscope::app {

/// A function for each alternative of a variant, for std::visit.
template <class... Function>
struct Overloaded : Function... {
  using Function::operator()...;
};
// clang 16 does not deduce aggregates without a guide.
template <class... Function>
Overloaded(Function...) -> Overloaded<Function...>;

}  // namespace texelscope::app
