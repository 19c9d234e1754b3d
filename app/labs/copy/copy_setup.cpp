#include "app/labs/copy/copy_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>

#include "app/files/path_list.h"
#include "app/images/image_file.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;

constexpr std::string_view separators = " \t\n.;";

/// Reports an error like a failed operation, below the field of the operations.
std::string chain_error(const ChainResult& chain) {
  const auto failed = chain.failed();
  return failed ? chain.steps[*failed].error : std::string{};
}

void finish(CopySide& side) {
  if (!side.chain.input) {
    return;
  }
  side.error = chain_error(side.chain);
  if (!side.error.empty()) {
    return;
  }
  try {
    (void)side.array().required_size_in_bytes();
    (void)side.chain.shown()->required_size_in_bytes();
    side.layout = *side.chain.shown();
  } catch (const std::exception& error) {
    side.error = error.what();
  }
}

/// The array of a file and its type.
StridedLayout read_array(const CopyInput& input, CopyPicture& picture, CopySetup& setup) {
  const std::filesystem::path path = typed_path(input.file);
  if (input.content == CopyContent::npy) {
    const gpu::NpyHeader header = gpu::read_npy_header(path);
    setup.array_type = header.type;
    return header.layout;
  }
  if (picture.path != input.file || picture.image == nullptr) {
    picture = {};
    picture.image = std::make_shared<const Image>(load_image(path));
    picture.path = input.file;
  }
  setup.image = picture.image;
  setup.array_type = setup.image->type;
  return {{setup.image->height, setup.image->width, setup.image->channels}, setup.array_type.itemsize()};
}

void work_out_source(const CopyInput& input, CopyPicture& picture, CopySetup& setup) {
  CopySide& source = setup.source;
  const std::vector<ChainEntry> operations = operations_from_string(input.source.operations);
  if (input.content == CopyContent::typed) {
    source.chain = evaluate(input.source.array, operations);
  } else if (input.file.empty()) {
    source.error = input.content == CopyContent::npy ? "enter the path of an .npy file" : "enter the path of an image";
    return;
  } else {
    try {
      source.chain = evaluate_from(read_array(input, picture, setup), operations);
    } catch (const std::exception& error) {
      source.error = error.what();
      return;
    }
  }
  finish(source);
  if (!source.layout) {
    return;
  }
  if (input.content == CopyContent::typed) {
    setup.array_type = type_of_itemsize(source.array().itemsize());
  }
  // After repacked(), only the size of the elements is known.
  const std::int64_t itemsize = source.layout->itemsize();
  setup.type = setup.array_type.itemsize() == itemsize ? setup.array_type : type_of_itemsize(itemsize);
}

void work_out_destination(const CopyInput& input, const StridedLayout& source, CopySide& destination) {
  if (input.order == CopyOrder::typed) {
    LayoutText text = input.destination.array;
    text.itemsize = source.itemsize();
    destination.chain = evaluate(text, operations_from_string(input.destination.operations));
  } else {
    constexpr std::array orders = {gpu::StrideOrder::c(), gpu::StrideOrder::f(), gpu::StrideOrder::k()};
    try {
      destination.chain = evaluate_from(source.to_dense(orders[static_cast<std::size_t>(input.order)]), {});
    } catch (const std::exception& error) {
      destination.error = error.what();
    }
  }
  finish(destination);
}

}  // namespace

std::string CopySetup::error() const {
  for (const CopySide* side : {&source, &destination}) {
    if (!side->layout) {
      return side->error.empty() ? side->chain.input_error : side->error;
    }
  }
  return plan_error;
}

std::string_view to_string(CopyMemory memory) noexcept { return copy_memory_names[static_cast<std::size_t>(memory)]; }

std::vector<ChainEntry> operations_from_string(std::string_view text) {
  std::vector<ChainEntry> entries;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    if (text.empty()) {
      return entries;
    }
    int depth = 0;
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
      depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      if (text[end] == ')' && depth <= 0) {
        ++end;
        break;
      }
    }
    std::string operation{text.substr(0, end)};
    operation.erase(operation.find_last_not_of(separators) + 1);
    entries.push_back({std::move(operation), true, static_cast<int>(entries.size())});
    text.remove_prefix(end);
  }
}

gpu::ElementType type_of_itemsize(std::int64_t itemsize) {
  switch (itemsize) {
    case 1:
      return {gpu::ElementKind::unsigned_integer, 8};
    case 2:
      return {gpu::ElementKind::unsigned_integer, 16};
    case 4:
      return {gpu::ElementKind::floating_point, 32};
    case 8:
      return {gpu::ElementKind::floating_point, 64};
    case 16:
      return {gpu::ElementKind::complex, 128};
    default:
      return {gpu::ElementKind::opaque, 8, itemsize};
  }
}

CopySetup work_out(const CopyInput& input, CopyPicture& picture) {
  CopySetup setup;
  work_out_source(input, picture, setup);
  if (!setup.source.layout) {
    return setup;
  }
  work_out_destination(input, *setup.source.layout, setup.destination);
  if (!setup.destination.layout) {
    return setup;
  }
  try {
    setup.plan = gpu::plan_copy(*setup.source.layout, *setup.destination.layout);
  } catch (const std::exception& error) {
    setup.plan_error = error.what();
  }
  return setup;
}

}  // namespace texelscope::app
