#include "gpu/object/memory/ipc_encoding.h"
#include "gpu/object/checks.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace texelscope::gpu {
namespace {

/// Memory layout of a descriptor: both processes run on one machine.
struct Encoded {
  std::array<char, 8> signature;
  std::uint64_t kind;
  std::uint64_t device;
  std::uint64_t size_bytes;
  driver::InterprocessHandle exported;
  std::uint64_t checksum;
};
static_assert(sizeof(Encoded) == 104, "the encoding must have no padding");

constexpr std::array<char, 8> signature{'t', 'e', 'x', 'e', 'l', 'i', 'p', 'c'};

/// FNV-1a of everything before the checksum.
std::uint64_t checksum_of(const Encoded& encoded) {
  std::array<unsigned char, offsetof(Encoded, checksum)> bytes{};
  std::memcpy(bytes.data(), &encoded, bytes.size());
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const unsigned char byte : bytes) {
    hash = (hash ^ byte) * 0x100000001b3U;
  }
  return hash;
}

const char* name_of(IpcContent::Kind kind) { return kind == IpcContent::Kind::buffer ? "a buffer" : "an event"; }

}  // namespace

IpcDescriptor encode(const IpcContent& content) {
  Encoded encoded{signature,
                  static_cast<std::uint64_t>(content.kind),
                  static_cast<std::uint64_t>(content.device),
                  content.size_bytes,
                  content.exported,
                  0};
  encoded.checksum = checksum_of(encoded);
  IpcDescriptor descriptor(sizeof(Encoded));
  std::memcpy(descriptor.data(), &encoded, sizeof(Encoded));
  return descriptor;
}

IpcContent decode(std::span<const std::byte> descriptor, IpcContent::Kind wanted, const DeviceBox& device) {
  if (descriptor.size() != sizeof(Encoded)) {
    throw_on<InvalidArgument>(
        device, "the descriptor of {} has {} bytes instead of {}: send everything that ipc_descriptor() returned",
        name_of(wanted), descriptor.size(), sizeof(Encoded));
  }
  Encoded encoded;
  std::memcpy(&encoded, descriptor.data(), sizeof(Encoded));
  if (encoded.signature != signature || encoded.checksum != checksum_of(encoded)) {
    throw_on<InvalidArgument>(
        device, "the descriptor of {} is damaged or not a descriptor: send what ipc_descriptor() returned, unchanged",
        name_of(wanted));
  }
  const IpcContent content{static_cast<IpcContent::Kind>(encoded.kind), static_cast<DeviceKind>(encoded.device),
                           encoded.size_bytes, encoded.exported};
  if (content.kind != wanted) {
    throw_on<InvalidArgument>(device, "got a descriptor of {} instead of {}: pass the right one", name_of(content.kind),
                              name_of(wanted));
  }
  if (content.device != device.id().kind) {
    throw_on<InvalidArgument>(device,
                              "the descriptor of {} belongs to a {} device: open that kind of device in both processes",
                              name_of(wanted), content.device == DeviceKind::cpu ? "CPU" : "CUDA");
  }
  return content;
}

}  // namespace texelscope::gpu
