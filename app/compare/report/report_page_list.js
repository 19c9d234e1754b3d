"use strict";
// The list of pairs and the grid of their changes, both by groups of like changes. `open` shows the pair of an index; -1
// for none.
const reportList = (data, {pathOf, isPairRead, paint, expectedOf, actualOf}, marks, open) => {
  const results = data.pairs;
  const {short, clustersOf} = reportTexts();
  const state = {filter: data.failed > 0 ? "failed" : "all", kind: "", search: "", current: -1, last: -1, isGrid: false};
  let shown = [];
  const folded = new Set();
  // Two rows of each group are shown before the user asks for more.
  const mostCards = () => Math.max(3, 2 * Math.floor((element("grid").clientWidth - 20) / 258));

  const kindOf = (result) => (hasFailed(result) ? result.kind || "changed" : result.known_failure ? "known" : "passed");
  const groups = new Map();
  for (const result of results) {
    groups.set(result.group, groups.get(result.group) || []);
    groups.get(result.group).push(result);
  }
  const membersOf = (result) => (result.group ? groups.get(result.group) : [result]);
  const scoreOf = (result) => {
    if (result.kind && result.kind !== "changed") {
      return result.kind === "resized" ? result.change : result.kind;
    }
    const pixels = result.clusters?.[0]?.pixels ?? result.differing_pixels;
    return pixels === undefined ? "–" : pixels === 0 ? "" : short(pixels) + " px";
  };
  const nameOf = (result) => make("span", {className: "name", textContent: result.name.replace(/[\/_]/g, "$&\u200b")});
  const titleOf = (result) => [result.name, ...result.failures].join("\n");

  // --- groups

  const markButton = (group) => {
    const button = make("button", {className: "mark_group", title: "Mark all of the group to accept"});
    button.addEventListener("click", () => marks.toggleAll(group));
    return button;
  };
  const swatches = ({expected, actual}) => [expected, actual].map((color) => {
    const node = make("i", {className: "swatch", title: color});
    node.style.background = color;
    return node;
  });
  // Like changes may be at different places.
  const changeOf = (group) => {
    const corners = group.map((pair) => clustersOf(pair)[0]?.bounds);
    const isSpread = group[0].kind === "changed" && [0, 1].some((axis) => corners.some((corner) => Math.abs(corner[axis] - corners[0][axis]) > 16));
    return isSpread ? group[0].change.replace(/ at .*/, " at several places") : group[0].change;
  };
  const headingOf = (tag, group) => {
    const [first] = group;
    const colors = first.colors?.[0];
    return make(tag, {className: "group kind_" + kindOf(first)}, make("span", {className: "group_text"},
      make("b", {textContent: `${group.length} ${kindOf(first)}`}), first.change ? " " + changeOf(group) : "",
      ...(first.kind === "changed" && colors ? [" ", ...swatches(colors)] : [])), ...(group.filter(marks.canMark).length > 1 ? [markButton(group)] : []));
  };
  const isSingle = (index) => results[index].group && membersOf(results[index]).length === 1;
  // Runs of shown pairs of the same group, or of groups of one pair.
  const runs = () => {
    const list = [];
    for (const index of shown) {
      const former = list.at(-1)?.[0];
      const isLike = former !== undefined && (results[former].group === results[index].group || (isSingle(former) && isSingle(index)));
      isLike ? list.at(-1).push(index) : list.push([index]);
    }
    return list;
  };

  // --- rows and cards

  const rows = results.map((result, index) => {
    const row = make("li", {className: (hasFailed(result) ? "failed " : "") + "kind_" + kindOf(result), title: titleOf(result)},
      make("span", {className: "thumb"}), nameOf(result), make("span", {className: "score", textContent: scoreOf(result)}));
    row.addEventListener("click", () => openPair(index));
    row.dataset.index = index;
    return row;
  });
  const cards = new Map();
  const cardOf = (index) => {
    if (!cards.has(index)) {
      const result = results[index];
      const card = make("div", {className: "card kind_" + kindOf(result), title: titleOf(result), tabIndex: 0},
        make("div", {className: "place"}), nameOf(result), make("span", {className: "score", textContent: scoreOf(result)}));
      if (marks.canMark(result)) {
        const box = make("input", {type: "checkbox", title: "Mark to accept"});
        box.addEventListener("change", () => marks.toggle(result));
        card.append(box);
      }
      card.addEventListener("click", ({target}) => target.type !== "checkbox" && openPair(index));
      card.addEventListener("keydown", ({key, target}) => key === "Enter" && target === card && openPair(index));
      card.dataset.index = index;
      cards.set(index, card);
      drawMark(card);
    }
    return cards.get(index);
  };
  const ringAt = (left, top, width, height) => {
    const ring = make("i");
    Object.assign(ring.style, {left, top, width, height});
    return ring;
  };

  const illustrateRow = (row, result) => {
    const path = pathOf(result, "thumbnail") || actualOf(result) || expectedOf(result);
    if (!path) {
      return;
    }
    const image = paint(make("img", {alt: "", decoding: "async"}), path);
    const place = (width, height) => {
      const scale = Math.min(64 / width, 48 / height);
      const [left, top] = [(64 - width * scale) / 2, (48 - height * scale) / 2];
      Object.assign(image.style, {left: left + "px", top: top + "px", width: width * scale + "px", height: height * scale + "px"});
      image.classList.toggle("large", scale >= 2);
      const rings = clustersOf(result).slice(0, 3).map(({bounds: [x, y, w, h]}) =>
        ringAt(limit(left + (x + w / 2) * scale, 6, 58) + "px", limit(top + (y + h / 2) * scale, 6, 42) + "px",
          Math.max(12, w * scale + 4) + "px", Math.max(12, h * scale + 4) + "px"));
      row.firstChild.replaceChildren(image, ...rings);
    };
    const [width, height] = result.sizes?.actual || [result.width, result.height];
    if (width) {
      place(width, height);
    } else {
      image.addEventListener("load", () => place(image.naturalWidth, image.naturalHeight));
    }
  };
  // The expected and the actual image at the largest cluster, in one picture.
  const illustrateCard = (card, result) => {
    const path = pathOf(result, "place");
    const whole = pathOf(result, "thumbnail") || actualOf(result) || expectedOf(result);
    const frame = make("div", {className: path ? "halves" : "whole"});
    card.firstChild.replaceChildren(frame);
    if (!path && !whole) {
      frame.textContent = "no image can be shown";
      return;
    }
    frame.append(paint(make("img", {alt: "", decoding: "async"}), path || whole));
    if (!path) {
      return;
    }
    const [x, y, width, height] = result.place;
    frame.style.aspectRatio = `${2 * width} / ${height}`;
    frame.classList.add(width * 3 >= height * 4 ? "broad" : "high");
    frame.classList.toggle("large", width < 160);
    for (const {bounds: [left, top, w, h]} of clustersOf(result).slice(0, 3)) {
      if (left >= x && top >= y && left + w <= x + width && top + h <= y + height) {
        const percent = (value, extent) => 100 * value / extent + "%";
        frame.append(...[0, width].map((half) => ringAt(percent(half + left - x + w / 2, 2 * width), percent(top - y + h / 2, height),
          `calc(${percent(w, 2 * width)} + 8px)`, `calc(${percent(h, height)} + 8px)`)));
      }
    }
    [["expected", expectedOf], ["actual", actualOf]].forEach(([side, of]) => {
      if (!of(result)) {
        frame.append(make("span", {className: "absent " + side, textContent: result.kind === "damaged" ? `${side} image is damaged` : `no ${side} image`}));
      }
    });
  };
  // Visible rows and cards whose images are not loaded yet.
  const waiting = new Set();
  const illustrate = () => {
    for (const node of [...waiting].filter((candidate) => isPairRead(results[candidate.dataset.index]))) {
      (node.classList.contains("card") ? illustrateCard : illustrateRow)(node, results[node.dataset.index]);
      waiting.delete(node);
    }
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const {target} of entries.filter(({isIntersecting}) => isIntersecting)) {
      watcher.unobserve(target);
      waiting.add(target);
    }
    illustrate();
  }, {rootMargin: "200px"});
  rows.forEach((row) => watcher.observe(row));

  const drawMark = (node) => {
    const isMarked = marks.names.has(results[node.dataset.index].name);
    node.classList.toggle("marked", isMarked);
    const box = node.querySelector("input");
    if (box) {
      box.checked = isMarked;
    }
  };
  const drawGroupMarks = () => {
    for (const heading of document.querySelectorAll(".group .mark_group")) {
      heading.textContent = marks.groupText(groups.get(Number(heading.closest("[data-group]").dataset.group)).filter(marks.canMark));
    }
  };
  const drawMarks = () => {
    [...rows, ...cards.values()].forEach(drawMark);
    drawGroupMarks();
  };

  // --- the list and the grid

  const headingOfRun = (tag, run) => {
    if (isSingle(run[0])) {
      return make(tag, {className: "group"}, run.length === 1 ? "1 pair unlike the others" : `${run.length} pairs unlike any other`);
    }
    const heading = headingOf(tag, membersOf(results[run[0]]));
    heading.dataset.group = results[run[0]].group;
    return heading;
  };
  const sectionOf = (run) => {
    const result = results[run[0]];
    const most = result.group ? mostCards() : 12;
    const body = make("div", {className: "cards"}, ...run.slice(0, most).map(cardOf));
    if (run.length > most) {
      const more = make("button", {className: "more", textContent: `${run.length - most} more of this group`});
      more.addEventListener("click", () => {
        more.replaceWith(...run.slice(most).map(cardOf));
        watchCards();
      });
      body.append(more);
    }
    const section = make("section", {}, ...(result.group ? [headingOfRun("h2", run)] : []), body);
    const fold = () => section.classList.toggle("folded", folded.has(result.group));
    const heading = section.querySelector("h2");
    heading?.setAttribute("tabindex", 0);
    heading?.addEventListener("click", ({target}) => {
      if (target.className !== "mark_group") {
        folded.delete(result.group) || folded.add(result.group);
        fold();
      }
    });
    fold();
    return section;
  };
  const watchCards = () => element("grid").querySelectorAll(".card").forEach((card) => card.firstChild.firstChild || watcher.observe(card));
  const drawGrid = () => {
    element("grid").hidden = !state.isGrid;
    document.body.classList.toggle("in_grid", state.isGrid);
    element("to_grid").classList.toggle("on", state.isGrid);
    if (state.isGrid) {
      element("grid").replaceChildren(make("p", {className: "hint", textContent: "Left: expected. Right: actual. Mark what is right; the page then shows the command that accepts it. A click on a group's title folds it. Keys: N, P go to the next or previous group, A marks it."}), ...runs().map(sectionOf));
      watchCards();
    }
  };
  const openPair = (index) => {
    if (state.isGrid && index >= 0) {
      state.isGrid = false;
      drawGrid();
    }
    open(index);
  };
  const draw = () => {
    const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
    const rank = (index) => results[index].group || Infinity;
    shown = results.map((_, index) => index).filter((index) =>
      (state.filter === "all" || hasFailed(results[index])) && (state.kind === "" || kindOf(results[index]) === state.kind) &&
      words.every((word) => results[index].name.toLowerCase().includes(word)));
    shown.sort((one, other) => (rank(one) === rank(other) ? one - other : rank(one) - rank(other)));
    element("list").replaceChildren(...runs().flatMap((run) =>
      [...(results[run[0]].group && !isSingle(run[0]) ? [headingOfRun("li", run)] : []), ...run.map((index) => rows[index])]));
    rows[state.current]?.scrollIntoView({block: "nearest"});
    element("nothing").hidden = shown.length > 0;
    press("filter", "filter", state.filter);
    press("kinds", "kind", state.kind);
    drawGrid();
    drawGroupMarks();
    if (!state.isGrid && !shown.includes(state.current)) {
      open(shown.length > 0 ? shown[0] : -1);
    }
  };
  const toggleGrid = (isGrid = !state.isGrid) => {
    if (isGrid !== state.isGrid) {
      state.isGrid = isGrid;
      open(isGrid ? -1 : state.last);
      draw();
      cards.get(state.last)?.scrollIntoView({block: "center"});
    }
  };
  const select = (index) => {
    rows[state.current]?.classList.remove("on");
    Object.assign(state, {current: index, last: index < 0 ? state.last : index});
    rows[index]?.classList.add("on");
    rows[index]?.scrollIntoView({block: "nearest"});
  };
  const step = (offset) => {
    const position = limit(shown.indexOf(state.current) + offset, 0, shown.length - 1);
    if (shown[position] !== undefined && shown[position] !== state.current) {
      open(shown[position]);
    }
  };
  const focusedPair = () => results[document.activeElement.closest(".card")?.dataset.index];
  const focusedSection = () => document.activeElement.closest("#grid section");
  const focusedGroup = () => groups.get(Number(focusedSection()?.querySelector("[data-group]")?.dataset.group)) || [];
  const stepGroup = (offset) => {
    if (state.isGrid) {
      const sections = [...element("grid").querySelectorAll("section")];
      const section = sections[limit(sections.indexOf(focusedSection()) + offset, 0, sections.length - 1)];
      section?.querySelector("[tabindex]").focus({preventScroll: true});
      section?.scrollIntoView();
      return;
    }
    const heads = runs().flatMap((run) => (isSingle(run[0]) ? run.map((index) => [index]) : [run]));
    const next = heads[heads.findIndex((run) => run.includes(state.current)) + offset];
    if (next) {
      open(next[0]);
    }
  };
  const filter = (change) => {
    Object.assign(state, change);
    draw();
  };
  // Shows this pair, whatever was searched for.
  const include = (result) => {
    Object.assign(state, {filter: hasFailed(result) ? state.filter : "all", kind: "", search: "", isGrid: false});
    element("search").value = "";
  };

  const counts = ["changed", "resized", "missing", "extra", "damaged"].map((kind) => [kind, results.filter((result) => hasFailed(result) && kindOf(result) === kind).length]).filter(([, count]) => count > 0);
  if (counts.length > 1) {
    element("kinds").append(...counts.map(([kind, count]) => {
      const button = make("button", {className: "kind kind_" + kind, textContent: `${count} ${kind}`});
      button.dataset.kind = kind;
      button.addEventListener("click", () => filter({kind: state.kind === kind ? "" : kind}));
      return button;
    }));
  }
  const total = data.passed + data.failed + data.known_failures;
  element("counts").append(make("b", {className: data.failed > 0 ? "" : "none", textContent: `${data.failed} of ${total} pairs failed`}),
    (results.length < total ? " (only these are listed)" : "") +
    (data.known_failures > 0 ? `; ${data.known_failures} known failure${data.known_failures > 1 ? "s" : ""}` : ""));
  element("filter").addEventListener("click", ({target}) => target.dataset.filter && filter({filter: target.dataset.filter}));
  element("search").addEventListener("input", ({target}) => filter({search: target.value}));
  element("to_grid").addEventListener("click", () => toggleGrid());
  // A person decides about many changes group by group.
  state.isGrid = location.hash.length < 2 && data.failed > (innerWidth > 760 ? 8 : 1);

  return {draw, drawMarks, focusedGroup, focusedPair, illustrate, include, membersOf, select, step, stepGroup, toggleFilter: () => filter({filter: state.filter === "all" ? "failed" : "all"}), toggleGrid};
};
