#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "tests/support/message_socket.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/memory/device_memory_resource.h"

extern char** environ;

namespace texelscope::gpu {
namespace {

using tests::error_of;

/// Another process, connected by a socket.
class Child {
 public:
  explicit Child(DeviceId device) {
    int sockets[2] = {-1, -1};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets), 0);
    own_end_ = FileDescriptor{sockets[0]};
    const FileDescriptor other_end{sockets[1]};
    constexpr int number = 9;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, other_end.number(), number);
    std::string program = TEXELSCOPE_INTERPROCESS_CHILD;
    std::string name = to_string(device);
    std::string socket = std::to_string(number);
    char* arguments[] = {program.data(), name.data(), socket.data(), nullptr};
    EXPECT_EQ(posix_spawn(&process_, program.c_str(), &actions, nullptr, arguments, environ), 0) << program;
    posix_spawn_file_actions_destroy(&actions);
  }
  ~Child() { static_cast<void>(wait()); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void send(std::span<const std::byte> bytes, int descriptor = -1) const {
    EXPECT_TRUE(tests::send_message(own_end_.number(), bytes, descriptor));
  }
  [[nodiscard]] bool receive() const { return tests::receive_message(own_end_.number()).has_value(); }
  /// The child's exit status; -1 if it did not exit by itself.
  [[nodiscard]] int wait() {
    own_end_.close();
    int status = -1;
    if (process_ > 0 && waitpid(std::exchange(process_, -1), &status, 0) < 0) {
      return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  FileDescriptor own_end_;
  pid_t process_ = -1;
};

const std::vector<std::byte> word(1);

class InterprocessOnEach : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    const DeviceProperties& properties = device().properties();
    if (!properties.has_interprocess_pools || !properties.has_interprocess_events) {
      GTEST_SKIP() << "processes cannot share memory and events of this device";
    }
  }
};

TEST_P(InterprocessOnEach, SharesMemoryAndEventsWithAnotherProcess) {
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(device(), {.is_interprocess = true});
  const Event written = device().create_event({.is_interprocess = true});
  const Event answered = device().create_event({.is_interprocess = true});
  Buffer first = pool.allocate(1000, stream());
  const Buffer buffer = pool.allocate((std::size_t{16} << 20) + 5, stream());
  buffer.fill(std::byte{0xFF}, stream());
  stream().synchronize();

  Child child{GetParam()};
  child.send(word, pool.ipc_descriptor().number());
  child.send(buffer.ipc_descriptor());
  child.send(written.ipc_descriptor());
  child.send(answered.ipc_descriptor());
  buffer.fill(std::byte{0x33}, stream());
  stream().record(written);
  child.send(word);
  ASSERT_TRUE(child.receive()) << "the child exited early";
  stream().wait(answered);
  std::vector<std::byte> seen(buffer.size_bytes());
  buffer.copy_to(seen, stream());
  stream().synchronize();
  EXPECT_TRUE(answered.is_done());
  EXPECT_EQ(seen, std::vector<std::byte>(seen.size(), std::byte{0x5A}));
  child.send(word);
  EXPECT_EQ(child.wait(), 0);
}

TEST_P(InterprocessOnEach, RefusesWrongOrTruncatedDescriptors) {
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(device(), {.is_interprocess = true});
  const Event event = device().create_event({.is_interprocess = true});
  const Buffer buffer = pool.allocate(1000, stream());
  const IpcDescriptor of_buffer = buffer.ipc_descriptor();
  const IpcDescriptor of_event = event.ipc_descriptor();
  const auto open_event = [&](const IpcDescriptor& descriptor) {
    static_cast<void>(Event::from_ipc_descriptor(device(), descriptor));
  };
  for (std::size_t size = 0; size < of_event.size(); size += 13) {
    EXPECT_THROW(open_event(IpcDescriptor(of_event.begin(), of_event.begin() + static_cast<std::ptrdiff_t>(size))),
                 InvalidArgument);
  }
  for (std::size_t position = 0; position < of_event.size(); ++position) {
    IpcDescriptor damaged = of_event;
    damaged[position] ^= std::byte{1};
    EXPECT_THROW(open_event(damaged), InvalidArgument) << position;
  }
  EXPECT_THROW(open_event(of_buffer), InvalidArgument);
  // A buffer is opened with an imported pool, not with the pool that it was allocated from.
  EXPECT_THROW(static_cast<void>(Buffer::from_ipc_descriptor(pool, of_buffer, stream())), InvalidArgument);
  EXPECT_THROW(static_cast<void>(DeviceMemoryResource::from_ipc_descriptor(device(), FileDescriptor{})),
               InvalidArgument);
  stream().synchronize();
}

TEST_P(InterprocessOnEach, RefusesFilesThatAreNotPools) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  const FileDescriptor reading{ends[0]};
  const FileDescriptor writing{ends[1]};
  EXPECT_THROW(static_cast<void>(DeviceMemoryResource::from_ipc_descriptor(device(), reading)), DriverError);
}

TEST_P(InterprocessOnEach, RefusesEventsThatAreNotInterprocess) {
  EXPECT_THROW(static_cast<void>(device().create_event({}).ipc_descriptor()), InvalidState);
  EXPECT_THROW(static_cast<void>(device().create_event({.has_timing = true, .is_interprocess = true})),
               InvalidArgument);
}

TEST_P(InterprocessOnEach, OrdersStreamsOfOneProcessAsOtherEventsDo) {
  const Event event = device().create_event({.is_interprocess = true});
  EXPECT_TRUE(event.is_done()) << "never recorded";
  const Stream other = device().create_stream();
  const Buffer buffer = device().allocate(std::size_t{8} << 20, stream());
  std::vector<std::byte> seen(buffer.size_bytes());
  for (int value = 1; value <= 5; ++value) {
    buffer.fill(static_cast<std::byte>(value), stream());
    stream().record(event);
    other.wait(event);
    buffer.copy_to(seen, other);
    other.synchronize();
    EXPECT_EQ(seen.back(), static_cast<std::byte>(value));
    EXPECT_TRUE(event.is_done());
    event.synchronize();
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(InterprocessOnEach);

TEST(Interprocess, ReportsWhatIsWrongWithADescriptor) {
  const tests::FakeDevice fake;
  EXPECT_EQ(error_of<InvalidArgument>(
                [&] { static_cast<void>(Event::from_ipc_descriptor(*fake.device, std::vector<std::byte>(9))); }),
            "cuda:0: the descriptor of an event has 9 bytes instead of 104: send everything that "
            "ipc_descriptor() returned");
  const Device cpu = Device::open({DeviceKind::cpu, 0});
  const IpcDescriptor descriptor = cpu.create_event({.is_interprocess = true}).ipc_descriptor();
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(Event::from_ipc_descriptor(*fake.device, descriptor)); }),
            "cuda:0: the descriptor of an event belongs to a CPU device: open that kind of device in both processes");
}

}  // namespace
}  // namespace texelscope::gpu
