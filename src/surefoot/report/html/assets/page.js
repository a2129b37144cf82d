// Addresses (#/, #/f/3, #/f/3/r/0/s/5), elements, and the frame of the page.

const DATA = JSON.parse(document.getElementById('data').textContent);
const OUTCOMES = ['violated', 'undecided', 'not-compiled', 'precondition-unchecked', 'proved-under-precondition', 'proved'];
const MARKS = {proved: '✓', violated: '✗', unreachable: '∅', undecided: '?'};
const view = document.getElementById('view');
const keys = {};  // actions of the present view, by key

// Return an element; attributes that start with "on" are listeners, null ones are left out.
function element(name, attributes = {}, ...children) {
  const svg = ['svg', 'rect', 'text', 'path', 'g', 'title', 'a:svg'].includes(name);
  const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', name.replace(':svg', ''))
                   : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.flat().filter(each => each !== null && each !== undefined));
  return made;
}

// Replace the contents of the page; null children are left out.
function display(...children) {
  view.replaceChildren(...children.filter(each => each !== null));
}

function badge(outcome) {
  return element('span', {class: `badge ${statusClass(outcome)}`}, outcome);
}

function statusClass(outcome) {
  return {'proved': 'proved', 'proved-under-precondition': 'proved', 'precondition-unchecked': 'assumed',
          'violated': 'violated', 'unreachable': 'unreachable'}[outcome] || 'undecided';
}

function status(check) {
  return check.status in MARKS ? check.status : 'undecided';
}

function functionAddress(index, run = null, step = null) {
  return `#/f/${index}` + (run === null ? '' : `/r/${run}`) + (step === null ? '' : `/s/${step}`);
}

function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function toggleTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark'
                                    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
}

function showFrame() {
  document.title = `surefoot: ${DATA.title}`;
  const counts = OUTCOMES.map(outcome => [outcome, DATA.functions.filter(each => each.outcome === outcome).length]);
  document.getElementById('top').replaceChildren(
    element('a', {href: '#/', class: 'title'}, 'surefoot'),
    element('span', {class: 'subject'}, DATA.title.split('/').pop() || DATA.title),
    element('span', {class: 'counts'}, counts.filter(([, count]) => count).map(([outcome, count]) =>
      element('span', {class: `badge ${statusClass(outcome)}`}, `${count} ${outcome}`))),
    element('button', {type: 'button', id: 'theme', onclick: toggleTheme, title: 'light or dark (t)'}, '◐'));
}

// Show the view of the present address.
function route() {
  const found = /^#\/f\/(\d+)(?:\/r\/(\d+))?(?:\/s\/(\d+))?$/.exec(location.hash);
  const target = found ? DATA.functions[Number(found[1])] : undefined;
  for (const key of Object.keys(keys)) delete keys[key];
  keys.t = toggleTheme;
  if (!target) {
    showProject();
    return;
  }
  keys.Escape = () => { location.hash = '#/'; };
  showFunction(Number(found[1]), found[2] === undefined ? null : Number(found[2]), Number(found[3] || 0));
}

document.addEventListener('keydown', event => {
  const typing = event.target.matches('input[type=search], select, textarea');
  if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== 'Escape')) return;
  const action = keys[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});
