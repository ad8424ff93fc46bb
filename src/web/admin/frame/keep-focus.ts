import { useEffect } from 'react';

/**
 * When the focused element disappears, moves the focus to the next row if it was in one, or else to the heading of its
 * section; behind a dialog, once the dialog closes. Otherwise keyboard users would start over at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    /** Whether `last` is the one to move to, because the focused element has disappeared. */
    let isNext = false;
    const remember = ({ target }: FocusEvent) => {
      // Dialogs return the focus themselves.
      if (!(target instanceof Element) || target.closest(DIALOGS)) return;
      last = target;
      isNext = false;
    };
    const watcher = new MutationObserver((changes) => {
      if (last && !last.isConnected) {
        last = rowAfter(last, changes) ?? headingNear(last, changes);
        isNext = true;
      }
      if (!isNext || document.activeElement !== document.body || document.querySelector(DIALOGS)) return;
      const next = last;
      last = null;
      isNext = false;
      takeFocus(next);
    });
    document.addEventListener('focusin', remember);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      watcher.disconnect();
    };
  }, []);
}

function removalOf(lost: Element, changes: readonly MutationRecord[]): MutationRecord | undefined {
  return changes.find(({ removedNodes }) => [...removedNodes].some((one) => one.contains(lost)));
}

/** The row that follows the removed one, or the last one left. */
function rowAfter(lost: Element, changes: readonly MutationRecord[]): Element | null {
  const removal = removalOf(lost, changes);
  const row = removal && [...removal.removedNodes].find((one) => one.contains(lost));
  if (!(row instanceof Element) || !row.matches('tr, li')) return null;
  const near = [removal?.nextSibling, removal?.previousSibling].find((one) => one?.isConnected);
  return near instanceof Element ? near : null;
}

function headingNear(lost: Element, changes: readonly MutationRecord[]): Element | null {
  const place = removalOf(lost, changes)?.target;
  let part = place instanceof Element && place.isConnected ? place.closest(PARTS) : null;
  while (part && !part.querySelector(HEADINGS)) part = part.parentElement?.closest(PARTS) ?? null;
  return (part ?? document).querySelector(HEADINGS);
}

const DIALOGS = '[role=dialog], [role=alertdialog]';
const PARTS = 'section, [role=tabpanel], main';
const HEADINGS = 'h1, h2, h3';

/** The target is focusable only while it has the focus. */
function takeFocus(target: Element | null): void {
  if (!(target instanceof HTMLElement)) return;
  if (!target.hasAttribute('tabindex')) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}
