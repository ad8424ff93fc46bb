import { useEffect, useEffectEvent } from 'react';

const openDialogs: (() => void)[] = [];

/** Asks the top dialog to close, like Escape. False if there is none. */
export function closeTopDialog(): boolean {
  const close = openDialogs.at(-1);
  close?.();
  return close !== undefined;
}

/**
 * Replaces the library's overlay, which locks scrolling with a style element that our policy blocks; see styles.css. It
 * takes clicks outside the dialog, which would otherwise reach the page.
 */
export function Overlay({ onClose, onPress }: { onClose: () => void; onPress?: () => void }) {
  const closeLatest = useEffectEvent(onClose);
  useEffect(() => {
    const close = () => closeLatest();
    openDialogs.push(close);
    return () => void openDialogs.splice(openDialogs.indexOf(close), 1);
  }, []);
  useEffect(lockScrolling, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same
    <div
      data-overlay
      onClick={onPress}
      // The body, from which it would inherit pointer events, has none while a dialog is open.
      className="pointer-events-auto fixed inset-0 z-50 animate-overlay-in bg-ink/55"
    />
  );
}

let holders = 0;

/** Stops scrolling behind a dialog; call the returned function when the dialog is gone. */
function lockScrolling(): () => void {
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
