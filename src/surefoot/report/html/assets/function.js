// The function page: outcome, proof, source with the status of each check, and runs.

function showFunction(index, run, step) {
  const each = DATA.functions[index];
  const runs = each.runs;
  if (run === null && runs.length) run = 0;
  const stepper = run !== null && runs[run] !== undefined ? newStepper(index, run, DATA.runs[runs[run]]) : null;
  const source = sourcePane(each);
  display(
    element('nav', {}, element('a', {href: '#/'}, '← all functions')),
    element('h1', {}, each.name, ' ', badge(each.outcome)),
    element('p', {class: 'faint'}, `${each.file}:${each.line}`,
      each.callers.length ? ` · called by ${each.callers.join(', ')}` : '',
      each.judgedThrough.length ? ` · judged through ${each.judgedThrough.join(', ')}` : '',
      each.cached ? ' · result kept from an earlier scan' : ''),
    each.reason ? element('p', {class: 'summary'}, each.reason) : null,
    list(isProved(each) ? 'Preconditions' : 'Assumed in the last attempt', each.preconditions),
    list('Invariants of the proof', each.invariants.map(known => `line ${known.line}: ${known.text}`)),
    timeLine(each),
    runs.length > 1 ? runTabs(index, runs, run) : null,
    element('div', {class: stepper ? 'columns' : ''}, source.pane, stepper ? stepper.pane : null),
    legend(each),
    assumptionList(each.assumptions.map(text => ({text, units: []}))));
  if (stepper) stepper.start(source, step);
  else source.show(each.file, each.line, null);
}

function list(title, texts) {
  if (!texts.length) return null;
  return element('section', {class: 'list'}, element('h2', {}, title),
    element('ul', {}, texts.map(text => element('li', {}, element('code', {}, text)))));
}

function runTabs(index, runs, chosen) {
  return element('div', {class: 'controls', role: 'group', 'aria-label': 'runs'}, runs.map((number, run) =>
    element('a', {class: 'badge violated', href: functionAddress(index, run), 'aria-current': run === chosen ? 'true' : null},
      `run ${run + 1}: ${DATA.runs[number].summary.slice(0, 60)}`)));
}

// CPU seconds by stage, as one bar.
function timeLine(each) {
  const stages = Object.entries(each.stages).filter(([, seconds]) => seconds > 0);
  const total = stages.reduce((sum, [, seconds]) => sum + seconds, 0);
  if (!total) return null;
  return element('section', {class: 'list'}, element('h2', {}, `Stages, ${total.toFixed(2)} s of CPU time`),
    element('div', {class: 'stages'}, stages.map(([name, seconds]) => element('div', {
      style: `flex-grow:${(seconds / total).toFixed(4)}`, title: `${name}: ${seconds.toFixed(3)} s`}, name))));
}

function legend(each) {
  const counts = Object.entries(each.counts).filter(([, count]) => count);
  return element('p', {class: 'legend'}, counts.map(([name, count]) =>
    element('span', {class: `mark ${name}`}, `${MARKS[name]} ${count} ${name}`)));
}

// The source of one file at a time, with marks of checks and invariants.
function sourcePane(each) {
  const pane = element('div', {class: 'source', tabindex: 0, role: 'region', 'aria-label': 'source'});
  let shownFile = null;

  function fill(file) {
    shownFile = file;
    const lines = DATA.files[file] || [];
    const byLine = grouped(each.checks.filter(check => check.file === file));
    const rows = [];
    lines.forEach((text, at) => {
      const line = at + 1;
      for (const known of each.invariants.filter(known => known.file === file && known.line === line))
        rows.push(element('div', {class: 'row invariant'}, element('span', {class: 'gutter'}, '∀'),
          element('code', {}, `invariant: ${known.text}`)));
      if (file === each.file && line === each.line)
        for (const text of each.preconditions)
          rows.push(element('div', {class: 'row invariant'}, element('span', {class: 'gutter'}, '⇒'),
            element('code', {}, `${isProved(each) ? 'requires' : 'assumed'}: ${text}`)));
      rows.push(element('div', {class: 'row', id: `line-${line}`}, element('span', {class: 'gutter'}, String(line)),
        element('span', {class: 'marks'}, marks(byLine.get(line) || [])),
        element('code', {}, text || ' '), element('span', {class: 'values'})));
    });
    if (!lines.length) rows.push(element('p', {class: 'faint'}, `${file}: the source is not part of this report`));
    pane.replaceChildren(element('div', {class: 'file'}, file), ...rows);
  }

  // Return one mark for each status of the checks of a line, with their number.
  function marks(checks) {
    return Object.keys(MARKS).map(name => [name, checks.filter(check => status(check) === name)])
      .filter(([, same]) => same.length).map(([name, same]) => {
        const text = same.map(check => `${check.title}: ${name}${check.text ? ` (${check.text})` : ''}`).join('\n');
        const count = same.length > 1 ? String(same.length) : '';
        return element('span', {class: `mark ${name}`, title: text, role: 'img', 'aria-label': text}, MARKS[name] + count);
      });
  }

  // Show ``line``, marked as the present one, with the values that it assigns.
  function show(file, line, values, failed = false) {
    if (file !== shownFile) fill(file);
    for (const row of pane.querySelectorAll('.now')) {
      row.classList.remove('now', 'failed');
      row.querySelector('.values').textContent = '';
    }
    const row = pane.querySelector(`#line-${line}`);
    if (!row) return;
    if (values !== null) {
      row.classList.add('now');
      row.classList.toggle('failed', failed);
      row.querySelector('.values').textContent = values;
    }
    const top = row.offsetTop;  // the pane is positioned
    if (top < pane.scrollTop + 40 || top > pane.scrollTop + pane.clientHeight - 60)
      pane.scrollTop = Math.max(0, top - pane.clientHeight / 3);
  }

  return {pane, show};
}

function grouped(checks) {
  const found = new Map();
  for (const check of checks) found.set(check.line, [...(found.get(check.line) || []), check]);
  return found;
}
