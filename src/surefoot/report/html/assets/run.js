// Stepping through a run: the call stack, variables, objects with arrows, and inputs.

// Return the state after ``steps[0..last]``: frames of variables, globals, objects and inputs.
function stateAt(run, last) {
  const state = {frames: [], globals: new Map(), objects: new Map(), inputs: []};
  run.steps.slice(0, last + 1).forEach((step, at) => {
    state.frames.length = Math.min(state.frames.length, step.depth + 1);
    while (state.frames.length <= step.depth) state.frames.push({name: '', values: new Map()});
    const frame = state.frames[step.depth];
    if (frame.name !== step.function) state.frames[step.depth] = {name: step.function, values: new Map()};
    for (const [depth, name, value, isInput] of step.changes) {
      const root = rootOf(name);
      const changed = at === last;
      if (root.includes('#')) {
        if (!state.objects.has(root)) state.objects.set(root, new Map());
        state.objects.get(root).set(name.slice(root.length) || '*', {value, changed});
      } else if (DATA.globals.includes(root)) {
        state.globals.set(name, {value, changed});
      } else {
        const target = state.frames[Math.min(depth, state.frames.length - 1)];
        target.values.set(name, {value, changed});
      }
      if (isInput) state.inputs.push(`${name} = ${value}`);
      const pointed = pointedTo(value);
      if (pointed && pointed.includes('#') && !state.objects.has(pointed)) state.objects.set(pointed, new Map());
    }
  });
  return state;
}

// Return the cells with the elements of each array of numbers as one: ["a[0..2]", "1, 2, 3"].
function withArrays(cells) {
  const found = [];
  for (const [name, cell] of cells) {
    const [, array, index] = /^(.*)\[(\d+)\]$/.exec(name) || [];
    const last = found[found.length - 1];
    if (array === undefined || pointedTo(cell.value)) found.push([name, cell]);
    else if (last && last.array === array && Number(index) === last.end + 1) {
      last.end += 1;
      last.values.push(cell.value);
      last[0] = `${array}[${last.start}..${last.end}]`;
      last[1] = {value: arrayText(last.values), changed: last[1].changed || cell.changed};
    } else {
      found.push(Object.assign([name, cell],
        {array, start: Number(index), end: Number(index), values: [cell.value]}));
    }
  }
  return found;
}

function arrayText(values) {
  const characters = values.map(value => /^-?\d+ '(.*)'$/.exec(value));
  if (characters.every(Boolean)) return `"${characters.map(each => each[1]).join('').replace(/(\\0)+$/, '\\0')}"`;
  return values.length > 12 ? `${values.slice(0, 6).join(', ')}, …, ${values[values.length - 1]}` : values.join(', ');
}

// Return the variable or object that ``name`` is a part of; heap objects have a number.
function rootOf(name) {
  const object = /^.*?#\d+/.exec(name);
  if (object) return object[0];
  return name.replace(/^\*+/, '').split(/[.[]|->/)[0];
}

function pointedTo(value) {
  return value.startsWith('&') ? rootOf(value.slice(1).split(' ')[0]) : null;
}

// Return the pane that steps through ``run``, which is number ``index`` of function ``functionIndex``.
function newStepper(functionIndex, index, run) {
  const count = run.steps.length + 1;  // the last position is the violation
  let position = 0, source = null;
  const slider = element('input', {type: 'range', id: 'step', min: 0, max: count - 1, value: 0, 'aria-label': 'step of the run',
                                   oninput: event => go(Number(event.target.value))});
  const text = element('p', {id: 'position', 'aria-live': 'polite'});
  const state = element('div', {class: 'state'});
  const arrows = element('svg', {class: 'arrows', 'aria-hidden': 'true'});
  const buttons = [['first', '|◀', () => go(0)], ['previous', '◀', () => go(position - 1)],
                   ['next', '▶', () => go(position + 1)], ['last', '▶|', () => go(count - 1)]];
  const pane = element('div', {class: 'run'},
    run.chain.length > 1 ? element('p', {class: 'faint'}, `calls: ${run.chain.join(' → ')}`) : null,
    element('div', {class: 'controls'}, buttons.map(([name, sign, action]) =>
      element('button', {type: 'button', id: name, title: name, 'aria-label': `${name} step`, onclick: action}, sign)), slider),
    text, element('div', {class: 'canvas'}, state, arrows));

  function go(target) {
    position = Math.min(Math.max(target, 0), count - 1);
    slider.value = position;
    history.replaceState(null, '', functionAddress(functionIndex, index, position));
    show();
  }

  function show() {
    const isLast = position === count - 1;
    const step = run.steps[Math.min(position, run.steps.length - 1)];
    const values = step ? step.changes.map(([, name, value]) => `${name} = ${value}`).join(', ') : '';
    const place = isLast && run.location ? run.location : step;
    if (place) source.show(place.file, place.line, isLast ? run.summary : values, isLast);
    text.replaceChildren(`step ${position + 1} of ${count}: `, isLast
      ? element('strong', {class: 'violated'}, `${run.summary}${run.expression ? ` in ${run.expression}` : ''}`)
      : step.gap ? `${step.gap} lines are not shown` : `${step.function}, line ${step.line}`);
    const found = stateAt(run, Math.min(position, run.steps.length - 1));
    showState(found, isLast ? run : null);
  }

  function showState(found, failed) {
    const frames = found.frames.map((frame, depth) => box(`${frame.name}()`, frame.values, 'frame', `frame-${depth}`));
    const freed = failed && failed.freed ? failed.values.map(([, value]) => pointedTo(value)).filter(Boolean) : [];
    const objects = [...found.objects].map(([name, cells]) =>
      box(freed.includes(name) ? `${name} (freed)` : name, cells, freed.includes(name) ? 'object freed' : 'object', name));
    state.replaceChildren(
      element('div', {},
        group('Call stack', frames.reverse()),
        found.globals.size ? group('Globals', [box('', found.globals, 'frame', 'globals')]) : null),
      objects.length ? group('Heap', objects) : '',
      found.inputs.length ? group('Inputs', [element('p', {class: 'inputs'}, found.inputs.join(', '))]) : '');
    drawArrows();
  }

  function group(title, boxes) {
    return element('section', {}, element('h2', {}, title), element('div', {class: 'boxes'}, boxes));
  }

  function box(title, cells, kind, name) {
    return element('div', {class: `box ${kind}`, 'data-object': name},
      title ? element('div', {class: 'name'}, title) : null,
      withArrays(cells).map(([cell, {value, changed}]) => element('div', {class: changed ? 'cell changed' : 'cell',
        'data-target': pointedTo(value)}, element('span', {}, cell), element('span', {class: 'value'}, value))));
  }

  // Draw an arrow from each pointer to the box of its object.
  function drawArrows() {
    const canvas = state.parentElement.getBoundingClientRect();
    arrows.setAttribute('width', canvas.width);
    arrows.setAttribute('height', state.scrollHeight);
    arrows.replaceChildren();
    for (const cell of state.querySelectorAll('[data-target]')) {
      const target = [...state.querySelectorAll('[data-object]')].find(each => each.dataset.object === cell.dataset.target);
      if (!target) continue;
      const from = cell.getBoundingClientRect(), to = target.getBoundingClientRect();
      const x1 = from.right - canvas.left, y1 = from.top + from.height / 2 - canvas.top;
      const isRight = to.left > from.right;
      const x2 = (isRight ? to.left : to.right) - canvas.left, y2 = to.top + 12 - canvas.top;
      const bend = isRight ? Math.max(14, (x2 - x1) / 2) : 18 + Math.abs(y2 - y1) / 8;
      const end = isRight ? x2 - bend : Math.max(x1, x2) + bend;
      const start = isRight ? x1 + bend : end;
      arrows.append(element('path', {d: `M${x1} ${y1} C${start} ${y1} ${end} ${y2} ${x2} ${y2}`}),
        element('path', {class: 'head', d: `M${x2} ${y2} l${isRight ? -6 : 6} -3 v6 z`}));
    }
  }

  function start(shown, first) {
    source = shown;
    Object.assign(keys, {
      ArrowRight: () => go(position + 1), ArrowDown: () => go(position + 1),
      ArrowLeft: () => go(position - 1), ArrowUp: () => go(position - 1),
      Home: () => go(0), End: () => go(count - 1)});
    window.onresize = () => drawArrows();
    go(first);
  }

  return {pane, start};
}
