// Start of the page, after all functions are defined.

window.addEventListener('hashchange', () => {
  route();
  view.focus({preventScroll: true});
  window.scrollTo(0, 0);
});
showFrame();
route();
