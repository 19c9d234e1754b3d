"use strict";
(() => {
  const data = JSON.parse(document.getElementById("results").textContent);
  const results = data.pairs;
  const pictures = reportPictures();
  const {pathOf, isPairRead, paint, expectedOf, actualOf, lightOf, expose} = pictures;
  const {number, short, peakOf, measured, clustersOf, figures} = reportTexts();
  const state = {
    mode: "grid", current: -1, cluster: 0,
    gain: 0, exposure: 0, split: 50, x: 0, y: 0, scale: 1, isFit: true,
  };
  let blinkTimer = 0;
  const set = (node, values) => Object.entries(values).forEach(([name, value]) => node.style.setProperty("--" + name, value));

  // --- the view: all panes show the same region

  const view = element("view");
  const current = () => results[state.current];
  const sizeOf = () => {
    const result = current();
    if (result?.sizes) {
      return [0, 1].map((axis) => Math.max(result.sizes.expected[axis], result.sizes.actual[axis]));
    }
    if (result?.width) {
      return [result.width, result.height];
    }
    const images = [...view.querySelectorAll(".layer > img")];
    return [Math.max(1, ...images.map((image) => image.naturalWidth)), Math.max(1, ...images.map((image) => image.naturalHeight))];
  };
  const paneSize = () => {
    const pane = view.querySelector(".pane");
    return pane ? [pane.clientWidth, pane.clientHeight] : [1, 1];
  };
  const fitScale = () => {
    const [size, pane] = [sizeOf(), paneSize()];
    const scale = Math.min(pane[0] / size[0], pane[1] / size[1]);
    // Small images are magnified by integer factors, so that all pixels have the same size.
    return scale > 1 ? Math.floor(scale) : scale;
  };
  const place = () => {
    set(view, {x: state.x, y: state.y, s: state.scale});
    view.classList.toggle("large", state.scale >= 1);
    for (const ring of view.querySelectorAll(".dots .ring")) {
      ring.classList.toggle("tiny", Math.max(ring.style.getPropertyValue("--w"), ring.style.getPropertyValue("--h")) * state.scale < 4);
    }
    press("zooms", "zoom", state.isFit ? "fit" : String(state.scale));
  };
  const centerOn = (x, y, scale) => {
    const pane = paneSize();
    Object.assign(state, {scale, x: pane[0] / 2 - x * scale, y: pane[1] / 2 - y * scale});
    place();
  };
  const fit = () => {
    state.isFit = true;
    const size = sizeOf();
    centerOn(size[0] / 2, size[1] / 2, fitScale());
  };
  const zoomTo = (scale, [x, y]) => {
    const next = limit(scale, Math.min(1, fitScale()) / 2, 64);
    const factor = next / state.scale;
    Object.assign(state, {isFit: false, scale: next, x: x - (x - state.x) * factor, y: y - (y - state.y) * factor});
    place();
  };
  const zoom = (value) => {
    if (value === "fit") {
      fit();
    } else {
      zoomTo(Number(value), paneSize().map((extent) => extent / 2));
    }
  };
  // The cluster and its surroundings, magnified at most 16 times.
  const focus = () => {
    const cluster = clustersOf(current())[state.cluster];
    if (!cluster) {
      fit();
      return;
    }
    const [x, y, w, h] = cluster.bounds;
    const pane = paneSize();
    const margin = Math.max(12, Math.max(w, h) / 4);
    const scale = Math.min(pane[0] / (w + 2 * margin), pane[1] / (h + 2 * margin), 16);
    if (scale <= fitScale()) {
      fit();
      return;
    }
    state.isFit = false;
    centerOn(x + w / 2, y + h / 2, scale > 1 ? Math.floor(scale) : scale);
    // Near an edge of the image, no part of a pane stays empty.
    const [left, top] = sizeOf().map((extent, axis) => Math.min(0, pane[axis] - extent * state.scale));
    if (left < 0) {
      state.x = limit(state.x, left, 0);
    }
    if (top < 0) {
      state.y = limit(state.y, top, 0);
    }
    place();
  };

  const frame = (className, [x, y, w, h]) => {
    const node = make("div", {className});
    set(node, {cx: x + w / 2, cy: y + h / 2, w, h});
    return node;
  };
  const rings = () => [...clustersOf(current()).map(({bounds}, index) => frame("ring" + (index === state.cluster ? " on" : ""), bounds)),
    ...(current().common_part ? [frame("common", [0, 0, current().common_part.width, current().common_part.height])] : [])];
  const layer = (kind, className = "") => {
    const result = current();
    const path = kind === "actual" ? actualOf(result) : pathOf(result, kind);
    const image = paint(make("img", {alt: "", draggable: false, className: kind === "flip" ? "heat" : kind}), path);
    const [width, height] = result.sizes?.[kind] || [measured(result).width, measured(result).height];
    if (width) {
      Object.assign(image.style, {width: width + "px", height: height + "px"});
    } else {
      image.addEventListener("load", () => state.isFit && fit());
    }
    const node = make("div", {className: "layer " + className}, image);
    const light = pathOf(result, kind + "_light");
    if (light && state.exposure !== 0) {
      const stops = state.exposure;
      lightOf(light).then((planes) => {
        if (node.isConnected && stops === state.exposure) {
          const canvas = make("canvas", {width: planes.width, height: planes.height});
          expose(canvas, planes, stops);
          node.replaceChildren(canvas);
        }
      }, (error) => {
        element("exposure_text").textContent = String(error.message || error);
      });
    }
    return node;
  };
  const paneOf = (caption, className, ...layers) =>
    make("figure", {}, make("figcaption", {}, ...[caption].flat()), make("div", {className: "pane " + className}, ...layers, ...rings()));
  const missing = (caption, text) => make("figure", {}, make("figcaption", {textContent: caption}), make("div", {className: "pane"}, make("div", {className: "missing", textContent: text})));

  const differenceCaption = () => {
    const result = measured(current());
    if (result.max_error === null) {
      return `Difference: white is the largest finite value${state.gain > 0 ? " / " + 2 ** state.gain : ""}`;
    }
    const white = result.max_error / 2 ** state.gain;
    const peak = peakOf(result);
    return `Difference × ${number((peak || 1) / white, 2)}: white is ${Number(white.toPrecision(4))}${peak ? " of " + peak : ""}`;
  };
  const difference = () => paneOf(differenceCaption(), "dots", layer("difference"));
  const both = (caption, className, ...more) => paneOf(caption, className, layer("expected"), layer("actual", "over"), ...more);
  const overlay = () => both("Overlay: half of each", "overlay");
  const hasBoth = (result) => Boolean(expectedOf(result) && actualOf(result) && (pathOf(result, "difference") || result.sizes));
  const cells = {
    grid: () => {
      const result = current();
      return [expectedOf(result) ? paneOf("Expected", "", layer("expected")) : missing("Expected", "no expected image"),
        actualOf(result) ? paneOf("Actual", "", layer("actual")) : missing("Actual", "no actual image"),
        ...(pathOf(result, "difference") ? [difference()] : []),
        ...(pathOf(result, "flip") ? [paneOf(["ꟻLIP  0", make("span", {className: "scale"}), "1"], "dots", layer("flip"))] : [])];
    },
    difference: () => (pathOf(current(), "difference") ? [difference()] : cells.grid()),
    overlay: () => [overlay()],
    blink: () => {
      const caption = make("span", {textContent: "Expected"});
      const figure = both(caption, "blink");
      blinkTimer = setInterval(() => {
        caption.textContent = figure.lastChild.classList.toggle("on") ? "Actual" : "Expected";
      }, 500);
      return [figure];
    },
    slider: () => [both("Expected ◂ ▸ Actual", "slider", make("div", {className: "handle"}))],
  };
  // The number of columns that makes images of this shape largest.
  const columnsFor = (count) => {
    const size = sizeOf();
    const scale = (columns) => Math.min(view.clientWidth / columns / size[0], (view.clientHeight / Math.ceil(count / columns) - 24) / size[1]);
    return [1, 2, 3, 4].slice(0, Math.max(1, count)).reduce((best, columns) => (scale(columns) > scale(best) ? columns : best), 1);
  };

  const draw = () => {
    clearInterval(blinkTimer);
    press("modes", "mode", state.mode);
    set(view, {gain: 2 ** state.gain, split: state.split + "%"});
    const result = current();
    element("gain_text").textContent = "× " + 2 ** state.gain;
    element("exposure_text").textContent = (state.exposure > 0 ? "+" : "") + state.exposure + " stops";
    if (!result || !isPairRead(result)) {
      view.replaceChildren();
      return;
    }
    const figuresOfView = hasBoth(result) ? cells[state.mode]() : cells.grid();
    if (figuresOfView.length === 3 && columnsFor(3) === 2) {
      // A quarter of the view would be empty.
      figuresOfView.push(overlay());
    }
    view.replaceChildren(...figuresOfView);
    set(view, {columns: columnsFor(figuresOfView.length)});
    known = paneSize();
  };
  // The state of the panes when they were last drawn.
  let known = [1, 1];
  // Keeps the region visible if `change` resizes the panes.
  const keepPlace = (change) => {
    const center = [(known[0] / 2 - state.x) / state.scale, (known[1] / 2 - state.y) / state.scale];
    change();
    known = paneSize();
    if (state.isFit) {
      fit();
    } else {
      centerOn(center[0], center[1], state.scale);
    }
  };

  const drawClusters = () => {
    const result = current();
    const clusters = clustersOf(result);
    element("clusters").hidden = clusters.length === 0;
    if (clusters.length === 0) {
      return;
    }
    const all = Math.max(measured(result).cluster_count || 0, clusters.length);
    const {bounds: [x, y, w, h], pixels, max_error} = clusters[state.cluster];
    element("cluster_text").textContent = pixels === undefined ? `Largest error ${number(max_error, 5)} at (${x}, ${y})`
      : `Cluster ${state.cluster + 1} of ${all}: ${pixels} px in ${w}×${h} at (${x}, ${y}), by up to ${number(max_error, 5)}`;
    element("cluster_list").replaceChildren(...clusters.map((cluster, index) => make("button", {
      textContent: cluster.pixels === undefined ? "1" : `${index + 1}: ${short(cluster.pixels)} px`, className: index === state.cluster ? "on" : "",
      onclick: () => showCluster(index)})), ...(all > clusters.length ? [`${all - clusters.length} smaller clusters`] : []));
    element("cluster_list").children[state.cluster].scrollIntoView({block: "nearest", inline: "nearest"});
  };
  const showCluster = (index) => {
    const count = clustersOf(current()).length;
    if (count > 0) {
      state.cluster = (index + count) % count;
      drawClusters();
      for (const pane of view.querySelectorAll(".pane")) {
        pane.querySelectorAll(".ring").forEach((ring, position) => ring.classList.toggle("on", position === state.cluster));
      }
      focus();
    }
  };

  const drawMark = () => {
    const result = current();
    const alike = result ? list.membersOf(result).filter(marks.canMark) : [];
    element("mark_label").hidden = !result || !marks.canMark(result);
    element("mark").checked = result && marks.names.has(result.name);
    element("mark_group").hidden = alike.length < 2;
    element("mark_group").textContent = marks.groupText(alike);
  };
  const marks = reportMarks(data, () => {
    list.drawMarks();
    drawMark();
  });
  const list = reportList(data, pictures, marks, (index) => show(index));

  const show = (index) => {
    Object.assign(state, {current: index, cluster: 0, gain: 0, isFit: true});
    element("detail").hidden = index < 0;
    list.select(index);
    if (index < 0) {
      draw();
      return;
    }
    const result = results[index];
    const link = "#" + encodeURIComponent(result.name);
    if (location.hash !== link) {
      location.replace(link);
    }
    element("link").href = link;
    element("gain").value = 0;
    element("name").textContent = result.name;
    const isReduced = result.differing_pixels === 0 && Math.max(result.width, result.height) > 256;
    element("verdict").textContent = (result.known_failure ? `known failure, ${result.known_failure}` : result.passed ? "passed" : result.kind || "failed") + (isReduced ? ": same pixels, shown at reduced size" : "");
    element("verdict").className = hasFailed(result) ? "failed" : "";
    element("failures").replaceChildren(...(result.accepted_image ? [`compared with ${result.accepted_image}`] : []).concat(result.failures).map((text) => make("li", {textContent: text})),
      ...[...(result.flips ? [`the verdict flips: ${result.flips}`] : []), ...(result.notes || [])].map((text) => make("li", {className: "note", textContent: `note: ${text}`})));
    element("figures").replaceChildren(...figures(result).map(([name, value]) =>
      make("div", {}, make("dt", {textContent: name}), make("dd", {textContent: value}))));
    element("parameters").hidden = !result.parameters;
    element("parameters").textContent = result.parameters || "";
    element("gain_label").hidden = !pathOf(result, "difference");
    element("modes").hidden = !hasBoth(result);
    element("exposure_label").hidden = !pathOf(result, "expected_light");
    drawClusters();
    drawMark();
    draw();
    focus();
  };

  // --- keys and mouse

  const choose = (change) => {
    Object.assign(state, change);
    keepPlace(draw);
  };
  const toggle = (mode) => choose({mode: state.mode === mode ? "grid" : mode});
  const split = (percent) => {
    state.split = limit(percent, 0, 100);
    set(view, {split: state.split + "%"});
  };
  const drawRings = () => view.classList.toggle("no_rings", !element("rings").checked);

  const keys = {
    ArrowDown: () => list.step(1), ArrowUp: () => list.step(-1), j: () => list.step(1), k: () => list.step(-1),
    PageDown: () => list.step(10), PageUp: () => list.step(-10),
    ArrowRight: () => (state.mode === "slider" ? split(state.split + 2) : list.step(1)),
    ArrowLeft: () => (state.mode === "slider" ? split(state.split - 2) : list.step(-1)),
    n: () => showCluster(state.cluster + 1), p: () => showCluster(state.cluster - 1),
    b: () => toggle("blink"), s: () => toggle("slider"), m: () => toggle("difference"), o: () => toggle("overlay"), d: () => choose({mode: "grid"}),
    r: () => {
      element("rings").checked = !element("rings").checked;
      drawRings();
    },
    0: () => zoom("fit"), 1: () => zoom("1"), 2: () => zoom("2"), 4: () => zoom("4"), 8: () => zoom("8"),
    "+": () => zoom(state.scale * 2), "-": () => zoom(state.scale / 2),
  };
  const pageKeys = {
    a: () => marks.toggle(current() ?? list.focusedPair()), A: () => marks.toggleAll(current() ? list.membersOf(current()) : list.focusedGroup()),
    N: () => list.stepGroup(1), P: () => list.stepGroup(-1), g: () => list.toggleGrid(), Escape: () => list.toggleGrid(true), f: () => list.toggleFilter(), "/": () => element("search").focus(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.target === element("search") || event.target === element("command")) {
      if (event.key === "Escape" || event.key === "Enter") {
        event.target.blur();
      }
      return;
    }
    const isRange = event.target.type === "range" && event.key.startsWith("Arrow");
    const act = pageKeys[event.key] || (state.current >= 0 && keys[event.key]);
    if (act && !isRange && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  });

  // The mouse position in its pane, in screen pixels.
  const inPane = (event) => {
    const pane = event.target.closest?.(".pane");
    const box = pane?.getBoundingClientRect();
    return pane && {pane, position: [event.clientX - box.left, event.clientY - box.top], width: box.width};
  };
  view.addEventListener("wheel", (event) => {
    const at = inPane(event);
    if (at) {
      event.preventDefault();
      zoomTo(state.scale * 2 ** (-event.deltaY * (event.deltaMode === 1 ? 24 : 1) / 240), at.position);
    }
  }, {passive: false});
  view.addEventListener("pointerdown", (event) => {
    const at = inPane(event);
    if (!at || event.button !== 0) {
      return;
    }
    at.pane.setPointerCapture(event.pointerId);
    const isHandle = event.target.className === "handle";
    let [x, y] = [event.clientX, event.clientY];
    const move = (moved) => {
      if (isHandle) {
        split(100 * (moved.clientX - at.pane.getBoundingClientRect().left) / at.width);
      } else {
        Object.assign(state, {isFit: false, x: state.x + moved.clientX - x, y: state.y + moved.clientY - y});
        place();
      }
      [x, y] = [moved.clientX, moved.clientY];
    };
    at.pane.addEventListener("pointermove", move);
    at.pane.addEventListener("lostpointercapture", () => at.pane.removeEventListener("pointermove", move), {once: true});
  });
  view.addEventListener("pointermove", (event) => {
    const at = inPane(event);
    const [x, y] = at ? [Math.floor((at.position[0] - state.x) / state.scale), Math.floor((at.position[1] - state.y) / state.scale)] : [-1, -1];
    const size = sizeOf();
    element("position").textContent = x >= 0 && y >= 0 && x < size[0] && y < size[1] ? `(${x}, ${y})` : "";
  });

  for (const [group, attribute, use] of [["modes", "mode", (mode) => choose({mode})], ["zooms", "zoom", zoom]]) {
    element(group).addEventListener("click", (event) => {
      if (event.target.dataset[attribute]) {
        use(event.target.dataset[attribute]);
      }
    });
  }
  element("gain").addEventListener("input", (event) => choose({gain: Number(event.target.value)}));
  element("exposure").addEventListener("input", (event) => choose({exposure: Number(event.target.value)}));
  element("former_pair").addEventListener("click", () => list.step(-1));
  element("next_pair").addEventListener("click", () => list.step(1));
  element("former").addEventListener("click", () => showCluster(state.cluster - 1));
  element("next").addEventListener("click", () => showCluster(state.cluster + 1));
  element("rings").addEventListener("change", drawRings);
  element("mark").addEventListener("change", () => marks.toggle(current()));
  element("mark_group").addEventListener("click", () => marks.toggleAll(list.membersOf(current())));
  window.addEventListener("resize", () => keepPlace(() => set(view, {columns: columnsFor(view.children.length)})));

  // --- the link to a pair

  const follow = () => {
    let name = "";
    try {
      name = decodeURIComponent(location.hash.slice(1));
    } catch {
      return false;
    }
    const index = results.findIndex((result) => result.name === name);
    if (index < 0 || index === state.current) {
      return false;
    }
    list.include(results[index]);
    state.current = -1;
    show(index);
    return true;
  };
  window.addEventListener("hashchange", () => follow() && list.draw());

  follow();
  list.draw();
  const finish = () => {
    list.illustrate();
    if (current() && isPairRead(current()) && !view.firstChild) {
      draw();
      focus();
    }
  };
  const reading = setInterval(finish, 50);
  document.addEventListener("DOMContentLoaded", () => {
    clearInterval(reading);
    finish();
  });
})();
