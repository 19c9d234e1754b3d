// Acts on a window for a test, without a desktop: drops a file on it (XDND version 5), minimizes it, covers it,
// captures the screen, or requests the clipboard.
//
//   x11_client drop FILE X Y       onto the window at a position of the screen
//   x11_client capture F.ppm       the whole screen
//   x11_client minimize            the program's window, as a window manager does (ICCCM 4.1.4), and
//   x11_client restore             back again
//   x11_client cover X Y W H       a part of the screen for 0.3 s, with another window
//   x11_client clipboard           prints the contents as another program receives them (ICCCM 2.4)

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <poll.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

struct DisplayCloser {
  void operator()(Display* display) const { XCloseDisplay(display); }
};
using DisplayPointer = std::unique_ptr<Display, DisplayCloser>;

/// The deepest window at a position that accepts drops.
Window find_target(Display* display, Atom aware, int x, int y) {
  Window window = DefaultRootWindow(display);
  Window target = 0;
  while (window != 0) {
    Atom type = 0;
    int format = 0;
    unsigned long count = 0;
    unsigned long left = 0;
    unsigned char* data = nullptr;
    XGetWindowProperty(display, window, aware, 0, 1, False, AnyPropertyType, &type, &format, &count, &left, &data);
    if (data != nullptr) {
      XFree(data);
    }
    target = type != 0 ? window : target;
    Window child = 0;
    int child_x = 0;
    int child_y = 0;
    XTranslateCoordinates(display, DefaultRootWindow(display), window, x, y, &child_x, &child_y, &child);
    window = child;
  }
  return target;
}

class Drop {
 public:
  Drop(Display* display, const std::string& file, int x, int y)
      : display_{display},
        uri_{"file://" + file + "\r\n"},
        aware_{atom("XdndAware")},
        target_{find_target(display, aware_, x, y)} {
    if (target_ == 0) {
      throw std::runtime_error("no window there accepts drops");
    }
    source_ = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display, atom("XdndSelection"), source_, CurrentTime);
    send("XdndEnter", 5L << 24, static_cast<long>(uri_list()), 0, 0);
    send("XdndPosition", 0, (static_cast<long>(x) << 16) | y, CurrentTime, static_cast<long>(atom("XdndActionCopy")));
    wait_for("XdndStatus");
    send("XdndDrop", 0, CurrentTime, 0, 0);
    wait_for("XdndFinished");
  }

 private:
  [[nodiscard]] Atom atom(const char* name) const { return XInternAtom(display_, name, False); }
  [[nodiscard]] Atom uri_list() const { return atom("text/uri-list"); }

  void send(const char* name, long second, long third, long fourth, long fifth) const {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(name);
    event.xclient.format = 32;
    const long values[5] = {static_cast<long>(source_), second, third, fourth, fifth};
    std::memcpy(event.xclient.data.l, values, sizeof values);
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  /// Meanwhile, answers requests for the data.
  void wait_for(const char* message) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{10};
    while (std::chrono::steady_clock::now() < end) {
      while (XPending(display_) > 0) {
        XEvent event;
        XNextEvent(display_, &event);
        if (event.type == SelectionRequest) {
          give_data(event.xselectionrequest);
        }
        if (event.type == ClientMessage && event.xclient.message_type == atom(message)) {
          return;
        }
      }
      pollfd connection{ConnectionNumber(display_), POLLIN, 0};
      poll(&connection, 1, 100);
    }
    throw std::runtime_error(std::string{"the window did not answer with "} + message);
  }

  void give_data(const XSelectionRequestEvent& request) const {
    XChangeProperty(display_, request.requestor, request.property, uri_list(), 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uri_.data()), static_cast<int>(uri_.size()));
    XEvent answer{};
    answer.xselection.type = SelectionNotify;
    answer.xselection.requestor = request.requestor;
    answer.xselection.selection = request.selection;
    answer.xselection.target = request.target;
    answer.xselection.property = request.property;
    answer.xselection.time = request.time;
    XSendEvent(display_, request.requestor, False, NoEventMask, &answer);
    XFlush(display_);
  }

  Display* display_;
  std::string uri_;
  Atom aware_;
  Window target_;
  Window source_ = 0;
};

/// The only window with a title.
Window find_program(Display* display) {
  Window root = 0;
  Window parent = 0;
  Window* children = nullptr;
  unsigned count = 0;
  XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count);
  Window found = 0;
  for (unsigned index = 0; index < count; ++index) {
    char* name = nullptr;
    if (XFetchName(display, children[index], &name) != 0 && name != nullptr) {
      found = children[index];
      XFree(name);
    }
  }
  if (children != nullptr) {
    XFree(children);
  }
  if (found == 0) {
    throw std::runtime_error("there is no window");
  }
  return found;
}

void set_state(Display* display, Window window, long state) {
  const Atom property = XInternAtom(display, "WM_STATE", False);
  const long values[2] = {state, 0};
  if (state == IconicState) {
    XUnmapWindow(display, window);
  } else {
    XMapWindow(display, window);
  }
  XChangeProperty(display, window, property, property, 32, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(values), 2);
  XSync(display, False);
}

void capture(Display* display, const char* path) {
  XWindowAttributes screen{};
  XGetWindowAttributes(display, DefaultRootWindow(display), &screen);
  XImage* const image = XGetImage(display, DefaultRootWindow(display), 0, 0, static_cast<unsigned>(screen.width),
                                  static_cast<unsigned>(screen.height), AllPlanes, ZPixmap);
  if (image == nullptr) {
    throw std::runtime_error("the screen cannot be read");
  }
  std::vector<unsigned char> rgb;
  for (int y = 0; y < screen.height; ++y) {
    for (int x = 0; x < screen.width; ++x) {
      const unsigned long pixel = XGetPixel(image, x, y);
      for (const int shift : {16, 8, 0}) {
        rgb.push_back(static_cast<unsigned char>(pixel >> shift));
      }
    }
  }
  XDestroyImage(image);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path, "wb"), std::fclose};
  if (!file) {
    throw std::runtime_error(std::string{"cannot write "} + path);
  }
  std::fprintf(file.get(), "P6\n%d %d\n255\n", screen.width, screen.height);
  std::fwrite(rgb.data(), 1, rgb.size(), file.get());
}

void cover(Display* display, int x, int y, int width, int height) {
  XSetWindowAttributes attributes{};
  attributes.override_redirect = True;
  attributes.background_pixel = WhitePixel(display, DefaultScreen(display));
  const Window window = XCreateWindow(display, DefaultRootWindow(display), x, y, static_cast<unsigned>(width),
                                      static_cast<unsigned>(height), 0, CopyFromParent, InputOutput, CopyFromParent,
                                      CWOverrideRedirect | CWBackPixel, &attributes);
  XMapRaised(display, window);
  XSync(display, False);
  std::this_thread::sleep_for(std::chrono::milliseconds{300});
  XDestroyWindow(display, window);
  XSync(display, False);
}

void print_clipboard(Display* display) {
  const Window asking = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
  const Atom property = XInternAtom(display, "TEXELSCOPE_CLIPBOARD", False);
  const Atom text = XInternAtom(display, "UTF8_STRING", False);
  XConvertSelection(display, XInternAtom(display, "CLIPBOARD", False), text, property, asking, CurrentTime);
  XFlush(display);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{10};
  XEvent event{};
  while (event.type != SelectionNotify) {
    pollfd connection{ConnectionNumber(display), POLLIN, 0};
    if (XPending(display) == 0 && poll(&connection, 1, 100) == 0 && std::chrono::steady_clock::now() > end) {
      throw std::runtime_error("the clipboard's owner does not answer");
    }
    if (XPending(display) > 0) {
      XNextEvent(display, &event);
    }
  }
  Atom type = 0;
  int format = 0;
  unsigned long count = 0;
  unsigned long left = 0;
  unsigned char* data = nullptr;
  XGetWindowProperty(display, asking, property, 0, 1 << 20, True, AnyPropertyType, &type, &format, &count, &left,
                     &data);
  if (data == nullptr || type != text) {
    throw std::runtime_error("the clipboard has no text");
  }
  std::fwrite(data, 1, count, stdout);
  XFree(data);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const DisplayPointer display{XOpenDisplay(nullptr)};
    if (!display) {
      throw std::runtime_error("no X display");
    }
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "drop" && argc == 5) {
      const Drop drop{display.get(), argv[2], std::atoi(argv[3]), std::atoi(argv[4])};
    } else if (command == "capture" && argc == 3) {
      capture(display.get(), argv[2]);
    } else if ((command == "minimize" || command == "restore") && argc == 2) {
      set_state(display.get(), find_program(display.get()), command == "minimize" ? IconicState : NormalState);
    } else if (command == "cover" && argc == 6) {
      cover(display.get(), std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]), std::atoi(argv[5]));
    } else if (command == "clipboard" && argc == 2) {
      print_clipboard(display.get());
    } else {
      throw std::runtime_error(
          "usage: x11_client drop FILE X Y | capture F.ppm | minimize | restore | "
          "cover X Y W H | clipboard");
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "x11_client: %s\n", error.what());
    return 1;
  }
}
