import { afterPicture } from './after-picture.ts';

let holders = 0;

/** Nothing behind a dialog scrolls, from the next picture on; call what it returns when the dialog is gone. */
export function lockScrolling(): () => void {
  change(+1);
  return () => change(-1);
}

/** The whole page is laid out for it, at opening and at closing, which the click's own picture need not wait for. */
function change(by: number): void {
  holders += by;
  afterPicture(() => {
    const root = document.documentElement;
    if (holders === 0) root.removeAttribute('data-scroll-locked');
    else if (!root.hasAttribute('data-scroll-locked')) root.setAttribute('data-scroll-locked', barOf(root));
  });
}

/** Whether a scroll bar takes room, which is to stay free without it. */
const barOf = (root: HTMLElement) => (innerWidth > root.clientWidth ? 'beside-bar' : '');
