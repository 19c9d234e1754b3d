#pragma once

#include <exception>

namespace texelscope::python {

/// Makes Python's errors of the program's, for all functions that pybind11 calls: ValueError for wrong arguments,
/// OSError for files that cannot be used, BufferError for what cannot be shared, RuntimeError for the rest.
void register_errors();

/// Sets Python's exception for one that was caught, in functions that pybind11 does not call.
void set_error(const std::exception_ptr& error) noexcept;

}  // namespace texelscope::python
