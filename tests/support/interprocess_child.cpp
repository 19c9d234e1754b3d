// The other process of the interprocess tests: opens the objects that it receives, checks, changes and confirms them.
//
// usage: texelscope_interprocess_child DEVICE SOCKET

#include <cstdlib>
#include <iostream>
#include <vector>

#include "tests/support/message_socket.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/gpu/stream.h"

namespace {

using namespace texelscope;

tests::Message receive(int socket) {
  auto message = tests::receive_message(socket);
  if (!message) {
    throw std::runtime_error("the parent has ended");
  }
  return std::move(*message);
}

int run(gpu::DeviceId id, int socket) {
  const gpu::Device device = gpu::Device::open(id);
  const gpu::Stream stream = device.create_stream();
  const tests::Message of_pool = receive(socket);
  const auto pool = gpu::DeviceMemoryResource::from_ipc_descriptor(device, of_pool.descriptor);
  gpu::Buffer buffer = gpu::Buffer::from_ipc_descriptor(pool, receive(socket).bytes, stream);
  const gpu::Event written = gpu::Event::from_ipc_descriptor(device, receive(socket).bytes);
  const gpu::Event answered = gpu::Event::from_ipc_descriptor(device, receive(socket).bytes);
  static_cast<void>(receive(socket));

  // Only the events order this work with the parent's work.
  stream.wait(written);
  std::vector<std::byte> seen(buffer.size_bytes());
  buffer.copy_to(seen, stream);
  buffer.fill(std::byte{0x5A}, stream);
  stream.record(answered);
  const std::vector<std::byte> done(1);
  tests::send_message(socket, done);
  stream.synchronize();
  for (const std::byte value : seen) {
    if (value != std::byte{0x33}) {
      std::cerr << "the child read " << std::to_integer<int>(value) << " in place of what the parent wrote\n";
      return EXIT_FAILURE;
    }
  }
  bool is_refused = false;
  try {
    static_cast<void>(pool.allocate(8, stream));
  } catch (const gpu::InvalidState&) {
    is_refused = true;
  }
  // Waits until the parent has seen the answer, which is in this memory.
  static_cast<void>(receive(socket));
  buffer.close();
  stream.synchronize();
  return is_refused ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  const auto id = argc == 3 ? gpu::device_id_from_string(argv[1]) : std::nullopt;
  if (!id) {
    std::cerr << "usage: texelscope_interprocess_child DEVICE SOCKET\n";
    return 2;
  }
  try {
    return run(*id, std::atoi(argv[2]));
  } catch (const std::exception& error) {
    std::cerr << "the child failed: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
