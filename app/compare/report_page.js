"use strict";
(() => {
  const results = JSON.parse(document.getElementById("results").textContent);
  const element = (id) => document.getElementById(id);
  const failedCount = results.filter((result) => !result.passed).length;
  const state = {filter: failedCount > 0 ? "failed" : "all", search: "", mode: "grid", zoom: "fit", gain: 4, isGainChosen: false, split: 50, current: -1};
  let shown = [];
  let blinkTimer = 0;

  const make = (tag, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };

  // The pictures stand in the page behind this script as text that the browser does not look at.
  const picture = (kind, index) => {
    const text = element(kind + index);
    return text ? "data:image/png;base64," + text.textContent : "";
  };
  const expectedOf = (index) => picture("expected", index);
  const actualOf = (index) => picture("actual", index) || (results[index].differing_pixels === 0 ? expectedOf(index) : "");

  const image = (source, className = "") => {
    const node = make("img", {src: source, className, alt: "", decoding: "async", draggable: false});
    node.style.setProperty("--width", width());
    return node;
  };

  // Small images grow by whole factors, so that every pixel is as large as its neighbor.
  const fitting = (result) => {
    const parts = state.mode === "grid" && result.differing_pixels > 0 ? 2 : 1;
    const columns = state.mode === "grid" ? 2 : 1;
    const view = element("view");
    const available = [(view.clientWidth - 14 * (columns - 1)) / columns,
      (window.innerHeight - view.getBoundingClientRect().top - 16 - 40 * parts) / parts];
    const scale = Math.min(available[0] / result.width, Math.max(available[1], 120) / result.height);
    return scale > 1 ? Math.floor(scale) : scale;
  };
  const width = () => {
    const result = results[state.current];
    if (!result.width) {
      return "auto";
    }
    return result.width * (state.zoom === "fit" ? fitting(result) : Number(state.zoom)) + "px";
  };

  const number = (value, digits) => (value === null ? "∞" : value === undefined ? "–" : Number(value.toFixed(digits)).toString());

  // --- the list

  const rows = results.map((result, index) => {
    const score = result.flip ? number(result.flip.mean, 4) : "–";
    const row = make("li", {className: result.passed ? "" : "failed", title: result.failures.join("\n")},
      make("span", {className: "thumb"}), make("span", {className: "name", textContent: result.name.replace(/[\/_]/g, "$&\u200b")}),
      make("span", {className: "score", textContent: score}));
    row.addEventListener("click", () => show(index));
    row.dataset.index = index;
    return row;
  });

  // Rows in view whose pictures the browser has not read yet.
  const waiting = new Set();
  const illustrate = (row) => {
    const index = Number(row.dataset.index);
    const heat = picture("flip", index);
    const source = heat || actualOf(index) || expectedOf(index);
    if (source) {
      row.firstChild.replaceChildren(make("img", {src: source, className: heat ? "heat" : "", alt: "", decoding: "async"}));
    }
    return source !== "";
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((candidate) => candidate.isIntersecting)) {
      watcher.unobserve(entry.target);
      waiting.add(entry.target);
    }
    illustrateWaiting();
  }, {root: element("list"), rootMargin: "200px"});
  // The pictures of a pair are whole when something stands behind them.
  const isRead = (index) => document.readyState !== "loading" || document.querySelector(`[data-pair="${index + 1}"]`) !== null;
  const illustrateWaiting = () => {
    for (const row of [...waiting].filter((candidate) => isRead(Number(candidate.dataset.index)))) {
      illustrate(row);
      waiting.delete(row);
    }
  };

  const press = (group, attribute, value) => {
    for (const button of element(group).children) {
      button.classList.toggle("on", button.dataset[attribute] === value);
    }
  };

  const list = () => {
    const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
    shown = results.map((_, index) => index).filter((index) =>
      (state.filter === "all" || !results[index].passed) &&
      words.every((word) => results[index].name.toLowerCase().includes(word)));
    element("list").replaceChildren(...shown.map((index) => rows[index]));
    element("nothing").hidden = shown.length > 0;
    press("filter", "filter", state.filter);
    if (!shown.includes(state.current)) {
      show(shown.length > 0 ? shown[0] : -1);
    }
  };

  // --- one pair

  const figures = (result) => {
    if (!result.flip) {
      return [];
    }
    const differing = `${result.differing_pixels} of ${result.pixels}`;
    return [["Size", `${result.width}×${result.height}`], ["Differing pixels", differing],
      ["Maximum error", number(result.max_error, 5) + (result.differing_pixels > 0 ? ` at (${result.max_error_at.join(", ")})` : "")],
      ["Mean error", number(result.mean_error, 5)], ["PSNR", number(result.psnr, 2) + " dB"], ["SSIM", number(result.ssim, 6)],
      ["ꟻLIP mean", number(result.flip.mean, 6)], ["ꟻLIP weighted median", number(result.flip.weighted_median, 5)],
      ["ꟻLIP 95 %", number(result.flip.percentile_95, 5)], ["ꟻLIP maximum", number(result.flip.max, 5)]];
  };

  const captioned = (caption, content) => make("figure", {}, make("figcaption", {}, ...[caption].flat()), content);
  const missing = (text) => make("div", {className: "missing", textContent: text});
  const frame = (className, ...children) => make("div", {className: "frame " + className}, ...children);

  const grid = (index, expected, actual) => {
    const heat = picture("flip", index);
    const cells = [captioned("Expected", expected ? frame("", image(expected)) : missing("no expected image")),
      captioned("Actual", actual ? frame("", image(actual)) : missing("no actual image"))];
    if (heat) {
      cells.push(captioned(["ꟻLIP  0", make("span", {className: "scale"}), "1"], frame("", image(heat, "heat"))),
        captioned(`Difference × ${2 ** state.gain}`, frame("difference", image(expected), image(actual, "over"))));
    }
    return make("div", {className: "grid"}, ...cells);
  };

  const blink = (expected, actual) => {
    const both = frame("blink", image(expected), image(actual, "over"));
    const caption = make("span", {textContent: "Expected"});
    blinkTimer = setInterval(() => {
      caption.textContent = both.classList.toggle("on") ? "Actual" : "Expected";
    }, 500);
    return captioned(caption, both);
  };

  const slider = (expected, actual) => {
    const both = frame("slider", image(expected), image(actual, "over"), make("div", {className: "handle"}));
    const move = (event) => {
      const box = both.getBoundingClientRect();
      split(100 * (event.clientX - box.left) / box.width);
    };
    both.addEventListener("pointerdown", (event) => {
      both.setPointerCapture(event.pointerId);
      move(event);
    });
    both.addEventListener("pointermove", (event) => {
      if (event.buttons !== 0) {
        move(event);
      }
    });
    return captioned("Expected ◂ ▸ Actual", both);
  };

  const split = (percent) => {
    state.split = Math.min(100, Math.max(0, percent));
    element("view").style.setProperty("--split", state.split + "%");
  };

  // The largest error becomes about white.
  const gainFor = (result) => {
    const peak = {uint8: 255, uint16: 65535}[result.type] || 1;
    return Math.min(7, Math.max(0, Math.floor(Math.log2(peak / (result.max_error || peak)))));
  };

  const draw = () => {
    clearInterval(blinkTimer);
    press("modes", "mode", state.mode);
    press("zooms", "zoom", state.zoom);
    element("gain_text").textContent = "× " + 2 ** state.gain;
    const view = element("view");
    view.classList.toggle("sized", state.zoom !== "fit");
    view.style.setProperty("--gain", 2 ** state.gain);
    split(state.split);
    if (state.current < 0 || !isRead(state.current)) {
      view.replaceChildren();
      return;
    }
    const expected = expectedOf(state.current);
    const actual = actualOf(state.current);
    if (!expected || !actual || state.mode === "grid") {
      view.replaceChildren(grid(state.current, expected, actual));
    } else {
      view.replaceChildren(state.mode === "blink" ? blink(expected, actual) : slider(expected, actual));
    }
  };

  const show = (index) => {
    rows[state.current]?.classList.remove("on");
    state.current = index;
    element("detail").hidden = index < 0;
    if (index >= 0) {
      const result = results[index];
      rows[index].classList.add("on");
      rows[index].scrollIntoView({block: "nearest"});
      if (!state.isGainChosen) {
        state.gain = gainFor(result);
        element("gain").value = state.gain;
      }
      element("name").textContent = result.name;
      const isReduced = result.differing_pixels === 0 && Math.max(result.width, result.height) > 256;
      element("verdict").textContent = (result.passed ? "passed" : "failed") + (isReduced ? ": the same bytes, shown reduced" : "");
      element("verdict").className = result.passed ? "" : "failed";
      element("failures").replaceChildren(...result.failures.map((text) => make("li", {textContent: text})));
      element("figures").replaceChildren(...figures(result).map(([name, value]) =>
        make("div", {}, make("dt", {textContent: name}), make("dd", {textContent: value}))));
      element("parameters").hidden = !result.parameters;
      element("parameters").textContent = result.parameters || "";
    }
    draw();
  };

  const step = (offset) => {
    const place = shown.indexOf(state.current) + offset;
    if (place >= 0 && place < shown.length) {
      show(shown[place]);
    }
  };
  const set = (change) => {
    Object.assign(state, change);
    draw();
  };
  const toggle = (mode) => set({mode: state.mode === mode ? "grid" : mode});
  const filter = (value) => {
    state.filter = value;
    list();
  };

  const keys = {
    ArrowDown: () => step(1), ArrowUp: () => step(-1), j: () => step(1), k: () => step(-1),
    PageDown: () => step(10), PageUp: () => step(-10),
    ArrowRight: () => (state.mode === "slider" ? split(state.split + 2) : step(1)),
    ArrowLeft: () => (state.mode === "slider" ? split(state.split - 2) : step(-1)),
    b: () => toggle("blink"), s: () => toggle("slider"), d: () => set({mode: "grid"}),
    f: () => filter(state.filter === "all" ? "failed" : "all"), "/": () => element("search").focus(),
    0: () => set({zoom: "fit"}), 1: () => set({zoom: "1"}), 2: () => set({zoom: "2"}), 4: () => set({zoom: "4"}), 8: () => set({zoom: "8"}),
  };
  document.addEventListener("keydown", (event) => {
    if (event.target === element("search")) {
      if (event.key === "Escape" || event.key === "Enter") {
        event.target.blur();
      }
      return;
    }
    const isRange = event.target === element("gain") && event.key.startsWith("Arrow");
    if (keys[event.key] && !isRange && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  });

  for (const [group, attribute, choose] of [["filter", "filter", filter], ["modes", "mode", (mode) => set({mode})],
    ["zooms", "zoom", (zoom) => set({zoom})]]) {
    element(group).addEventListener("click", (event) => {
      if (event.target.dataset[attribute]) {
        choose(event.target.dataset[attribute]);
      }
    });
  }
  element("search").addEventListener("input", (event) => {
    state.search = event.target.value;
    list();
  });
  element("gain").addEventListener("input", (event) => set({gain: Number(event.target.value), isGainChosen: true}));

  window.addEventListener("resize", draw);

  const counts = element("counts");
  counts.append(make("b", {className: failedCount > 0 ? "" : "none", textContent: `${failedCount} failed`}), ` of ${results.length} pairs`);
  list();
  rows.forEach((row) => watcher.observe(row));
  const finish = () => {
    illustrateWaiting();
    if (isRead(state.current) && !element("view").firstChild) {
      draw();
    }
  };
  const reading = setInterval(finish, 50);
  document.addEventListener("DOMContentLoaded", () => {
    clearInterval(reading);
    finish();
  });
})();
