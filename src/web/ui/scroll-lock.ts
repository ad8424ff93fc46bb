let holders = 0;

/** Stops scrolling behind a dialog; call the returned function when the dialog is gone. */
export function lockScrolling(): () => void {
  change(+1);
  return () => change(-1);
}

function change(by: number): void {
  holders += by;
  const root = document.documentElement;
  if (holders === 0) root.removeAttribute('data-scroll-locked');
  else if (!root.hasAttribute('data-scroll-locked')) root.setAttribute('data-scroll-locked', barOf(root));
}

/** The width of the scroll bar, which stays reserved without it. */
const barOf = (root: HTMLElement) => (innerWidth > root.clientWidth ? 'beside-bar' : '');
