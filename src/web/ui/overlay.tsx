import { useEffect, useRef } from 'react';
import { lockScrolling } from './scroll-lock.ts';

const openDialogs: (() => void)[] = [];

/** Asks the dialog in front to close, as Escape does. False when there is none. */
export function closeTopDialog(): boolean {
  const close = openDialogs.at(-1);
  close?.();
  return close !== undefined;
}

/** In place of the library's, which locks the page's scrolling by a style element that our policy refuses; see styles.css. */
export function Overlay({ onClose }: { onClose: () => void }) {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const close = () => latest.current();
    openDialogs.push(close);
    return () => void openDialogs.splice(openDialogs.indexOf(close), 1);
  }, []);
  useEffect(lockScrolling, []);
  return <div data-overlay className="fixed inset-0 z-50 animate-overlay-in bg-ink/55" />;
}
