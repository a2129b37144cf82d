// The project page: outcomes as filters, the treemap, and the sortable table of functions.

const table = {sort: 'outcome', descending: false, filter: '', outcome: ''};
const COLUMNS = [
  ['name', 'Function', each => each.name.toLowerCase()],
  ['file', 'File', each => [each.file, each.line]],
  ['outcome', 'Outcome', each => OUTCOMES.indexOf(each.outcome)],
  ['lines', 'Lines', lineCount],
  ['checks', 'Checks', each => each.checks.length],
  ['seconds', 'Seconds', each => each.seconds],
];

function lineCount(each) {
  return each.lastLine - each.line + 1;
}

function showProject() {
  keys['/'] = () => document.getElementById('filter').focus();
  display(
    element('h1', {}, DATA.command === 'scan' ? plural(DATA.functions.length, 'function') : verdictText()),
    DATA.summary ? element('p', {class: 'summary'}, DATA.summary) : null,
    element('p', {class: 'faint'}, `property ${DATA.property}`),
    treemap(),
    element('div', {class: 'controls'}, outcomeButtons(),
      element('input', {type: 'search', id: 'filter', placeholder: 'filter by name, file or reason ( / )', 'aria-label': 'filter',
                        value: table.filter, oninput: event => { table.filter = event.target.value; showRows(); }})),
    element('div', {class: 'scroll'}, element('table', {id: 'functions'}, element('thead', {}, headings()), element('tbody', {}))),
    assumptionList(DATA.assumptions));
  showRows();
}

function verdictText() {
  return `${DATA.verdict}: ${DATA.title}`;
}

function outcomeButtons() {
  const present = OUTCOMES.filter(outcome => DATA.functions.some(each => each.outcome === outcome));
  return ['', ...present].map(outcome => element('button', {
    type: 'button', 'data-outcome': outcome, 'aria-pressed': String(table.outcome === outcome),
    class: outcome ? `badge ${statusClass(outcome)}` : 'badge',
    onclick: () => {
      table.outcome = outcome;
      for (const each of view.querySelectorAll('[data-outcome]'))
        each.setAttribute('aria-pressed', String(each.dataset.outcome === outcome));
      showRows();
    }}, outcome || 'all'));
}

function headings() {
  return element('tr', {}, COLUMNS.map(([key, title]) => element('th', {
    scope: 'col', 'data-column': key,
    'aria-sort': key === table.sort ? (table.descending ? 'descending' : 'ascending') : 'none'},
    element('button', {type: 'button', onclick: () => sortBy(key)}, title))));
}

function sortBy(key) {
  table.descending = table.sort === key && !table.descending;
  table.sort = key;
  view.querySelector('thead').replaceChildren(headings());
  view.querySelector(`th[data-column=${key}] button`).focus();
  showRows();
}

function compare(left, right) {
  if (Array.isArray(left)) return compare(left[0], right[0]) || compare(left[1], right[1]);
  return left < right ? -1 : left > right ? 1 : 0;
}

function showRows() {
  const value = COLUMNS.find(([key]) => key === table.sort)[2];
  const text = table.filter.toLowerCase();
  const shown = DATA.functions.map((each, index) => [each, index]).filter(([each]) =>
    (!table.outcome || each.outcome === table.outcome)
    && `${each.name} ${each.file} ${each.reason}`.toLowerCase().includes(text));
  shown.sort(([left], [right]) => (table.descending ? -1 : 1) * compare(value(left), value(right))
    || compare([left.file, left.line], [right.file, right.line]));
  view.querySelector('tbody').replaceChildren(...shown.map(([each, index]) => element('tr', {},
    element('td', {}, element('a', {href: functionAddress(index)}, each.name)),
    element('td', {class: 'place'}, `${each.file}:${each.line}`),
    element('td', {}, badge(each.outcome), detail(each)),
    element('td', {class: 'number'}, String(lineCount(each))),
    element('td', {class: 'number'}, String(each.checks.length)),
    element('td', {class: 'number'}, each.cached ? 'kept' : each.seconds.toFixed(1)))));
}

function isProved(each) {
  return ['proved', 'proved-under-precondition', 'precondition-unchecked'].includes(each.outcome);
}

function detail(each) {
  const text = isProved(each) && each.preconditions.length ? each.preconditions.join('; ') : each.reason;
  return text ? element('span', {class: 'detail'}, text) : null;
}

function assumptionList(assumptions) {
  if (!assumptions.length) return null;
  return element('details', {class: 'assumptions'}, element('summary', {}, plural(assumptions.length, 'assumption')),
    element('ul', {}, assumptions.map(each => element('li', {}, each.text,
      each.units.length ? element('span', {class: 'faint'}, ` (${each.units.join(', ')})`) : null))));
}

// The treemap: a rectangle for each function, as large as its lines.

window.addEventListener('resize', () => {
  const shown = view.querySelector('svg.treemap');
  if (shown) shown.replaceWith(treemap());
});

function treemap() {
  const width = Math.max(300, view.clientWidth - 32), height = width < 600 ? 150 : 220;
  const all = DATA.functions.map((each, index) => ({each, index, size: lineCount(each)}));
  all.sort((left, right) => right.size - left.size);
  const total = all.reduce((sum, item) => sum + item.size, 0);
  if (all.length < 2) return null;
  const map = element('svg', {viewBox: `0 0 ${width} ${height}`, class: 'treemap', role: 'group', height,
                              'aria-label': 'functions by lines, coloured by outcome'});
  layOut(all, {x: 0, y: 0, width, height}, total, (item, box) => map.append(cell(item, box)));
  return map;
}

// Slice and dice: halve the items by size, and the box along its longer side.
function layOut(items, box, total, place) {
  if (items.length === 1) {
    place(items[0], box);
    return;
  }
  let first = items[0].size, count = 1;
  while (count < items.length - 1 && first + items[count].size / 2 < total / 2) first += items[count++].size;
  const share = first / total;
  const wide = box.width >= box.height;
  const one = wide ? {...box, width: box.width * share} : {...box, height: box.height * share};
  const two = wide ? {...box, x: box.x + one.width, width: box.width - one.width}
                   : {...box, y: box.y + one.height, height: box.height - one.height};
  layOut(items.slice(0, count), one, first, place);
  layOut(items.slice(count), two, total - first, place);
}

function cell({each, index, size}, box) {
  const hasRoom = box.width > 60 && box.height > 18;
  const room = Math.floor(box.width / 8);
  const link = element('a:svg', {href: functionAddress(index), 'aria-label': `${each.name}: ${each.outcome}`},
    element('title', {}, `${each.name} (${plural(size, 'line')}): ${each.outcome}`),
    element('rect', {x: box.x + 0.5, y: box.y + 0.5, width: Math.max(0.5, box.width - 1), height: Math.max(0.5, box.height - 1),
                     class: statusClass(each.outcome)}));
  if (hasRoom) link.append(element('text', {x: box.x + 5, y: box.y + 15}, each.name.slice(0, room)));
  return link;
}
