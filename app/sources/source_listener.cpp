#include "app/sources/source_listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include "app/files/file_error.h"
#include "app/sources/source_connection.h"

namespace texelscope::app {
namespace {

using Clock = std::chrono::steady_clock;

/// More programs than this wait until others end.
constexpr std::size_t max_connections = 64;

[[noreturn]] void fail(const std::string& place, const std::string& reason) {
  throw FileError(fmt::format("cannot listen for programs at {}: {}", place, reason));
}

[[noreturn]] void fail_for_system(const std::string& place) { fail(place, std::strerror(errno)); }

/// Creates the socket's folder, or checks that it belongs to this user alone: in /tmp, others may have created it.
void make_private_folder(const std::string& folder, const std::string& place) {
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    fail_for_system(place);
  }
  struct stat facts {};
  if (lstat(folder.c_str(), &facts) != 0) {
    fail_for_system(place);
  }
  if (!S_ISDIR(facts.st_mode) || facts.st_uid != getuid() || (facts.st_mode & 0022U) != 0) {
    fail(place, fmt::format("{} is not a folder that only you can write to", folder));
  }
}

}  // namespace

SourceListener::SourceListener(const inspect::Address& address, std::function<void()> wake)
    : SourceListener{address, std::make_shared<SourceTable>(std::move(wake)), {}} {}

SourceListener::SourceListener(const inspect::Address& address, std::shared_ptr<SourceTable> table, MakeConnection make)
    : table_{std::move(table)}, make_{std::move(make)} {
  if (!make_) {
    make_ = [this](std::uint64_t number, gpu::FileDescriptor socket) {
      return std::make_unique<SourceConnection>(number, std::move(socket), *table_);
    };
  }
  place_ = address.path.empty() ? fmt::format("{}:{}", address.host, address.port) : address.path;
  changes_ = gpu::FileDescriptor{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  if (changes_.is_closed()) {
    fail_for_system(place_);
  }
  listen_at(address);
  thread_ = std::thread([this] { run(); });
}

SourceListener::~SourceListener() {
  must_end_ = true;
  notify();
  thread_.join();
  if (!file_.empty()) {
    unlink(file_.c_str());
  }
}

void SourceListener::set_shown(const SourceKey& key, bool is_shown) {
  table_->set_shown(key, is_shown);
  notify();
}

void SourceListener::set_demand(const SourceKey& key, const inspect::Demand& demand) {
  table_->set_demand(key, demand);
  notify();
}

void SourceListener::notify() const {
  const std::uint64_t one = 1;
  static_cast<void>(write(changes_.number(), &one, sizeof one));
}

void SourceListener::listen_at(const inspect::Address& address) {
  const bool is_local = !address.path.empty();
  listening_ = gpu::FileDescriptor{socket(is_local ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  if (listening_.is_closed()) {
    fail_for_system(place_);
  }
  if (!is_local) {
    const int on = 1;
    setsockopt(listening_.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(address.port);
    inet_pton(AF_INET, address.host.c_str(), &name.sin_addr);
    if (bind(listening_.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0 ||
        listen(listening_.number(), 16) != 0) {
      fail_for_system(place_);
    }
    return;
  }
  make_private_folder(address.path.substr(0, address.path.rfind('/')), place_);
  // A file without a listening process is left of a window that was killed.
  if (!inspect::connect_to(address).is_closed() || errno == EAGAIN) {
    fail(place_, "another window of yours listens there; programs show their arrays in that one");
  }
  // Programs find the socket once it listens.
  const std::string made = fmt::format("{}.{}", address.path, getpid());
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (made.size() >= sizeof name.sun_path) {
    fail(place_, "the path is too long for a socket");
  }
  std::memcpy(name.sun_path, made.c_str(), made.size() + 1);
  unlink(made.c_str());
  if (bind(listening_.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0) {
    fail_for_system(place_);
  }
  if (chmod(made.c_str(), 0600) != 0 || listen(listening_.number(), 16) != 0 ||
      std::rename(made.c_str(), address.path.c_str()) != 0) {
    const int error = errno;
    unlink(made.c_str());
    errno = error;
    fail_for_system(place_);
  }
  file_ = address.path;
}

void SourceListener::run() {
  std::vector<std::byte> buffer(std::size_t{256} * 1024);
  std::vector<std::unique_ptr<Connection>> connections;
  while (!must_end_) {
    const auto pause = std::chrono::ceil<std::chrono::milliseconds>(resumes_ - Clock::now()).count();
    const bool accepts = connections.size() < max_connections && pause <= 0;
    std::vector<pollfd> files{{changes_.number(), POLLIN, 0}, {accepts ? listening_.number() : -1, POLLIN, 0}};
    int wait = pause > 0 ? static_cast<int>(pause) : -1;
    for (const auto& connection : connections) {
      files.push_back({connection->socket(), POLLIN, 0});
      const int own = connection->milliseconds_to_wait();
      wait = wait < 0 || (own >= 0 && own < wait) ? own : wait;
    }
    if (poll(files.data(), files.size(), wait) < 0 && errno != EINTR) {
      table_->report(fmt::format("Programs cannot show arrays any more: {}", std::strerror(errno)));
      return;
    }
    std::uint64_t count = 0;
    static_cast<void>(read(changes_.number(), &count, sizeof count));
    for (std::size_t i = connections.size(); i-- > 0;) {
      if (!serve(*connections[i], (files[i + 2].revents & (POLLIN | POLLHUP | POLLERR)) != 0, buffer)) {
        connections.erase(connections.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    if ((files[1].revents & POLLIN) != 0) {
      accept_program(connections);
    }
  }
}

bool SourceListener::serve(Connection& connection, bool has_news, std::span<std::byte> buffer) {
  try {
    const bool stands = !has_news || connection.receive(buffer);
    connection.follow_shown();
    return stands;
  } catch (const std::exception& error) {
    table_->report(fmt::format("The connection to {} was closed: {}", connection.title(), error.what()));
    return false;
  }
}

void SourceListener::accept_program(std::vector<std::unique_ptr<Connection>>& connections) {
  gpu::FileDescriptor accepted{accept4(listening_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)};
  if (accepted.is_closed()) {
    const int error = errno;
    if (error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM) {
      // The program still waits, so that poll() would return at once.
      resumes_ = Clock::now() + std::chrono::seconds(1);
      if (!std::exchange(is_short_, true)) {
        table_->report(fmt::format("Further programs cannot show arrays for now: {}", std::strerror(error)));
      }
    }
    return;
  }
  // Other users cannot reach the socket; this also holds where its folder's rights were changed.
  if (!file_.empty() && !inspect::is_peer_of_this_user(accepted.number())) {
    return;
  }
  inspect::end_with_its_peer(accepted.number());
  try {
    connections.push_back(make_(table_->next_connection(), std::move(accepted)));
    is_short_ = false;
  } catch (const std::exception& error) {
    table_->report(fmt::format("The connection to a program was closed: {}", error.what()));
  }
}

}  // namespace texelscope::app
