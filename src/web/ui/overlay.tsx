import { useEffect, useRef } from 'react';
import { lockScrolling } from './scroll-lock.ts';

const openDialogs: (() => void)[] = [];

/** Asks the top dialog to close, as Escape does. False if there is none. */
export function closeTopDialog(): boolean {
  const close = openDialogs.at(-1);
  close?.();
  return close !== undefined;
}

/** Replaces the library's, which locks scrolling with a style element that our policy blocks; see styles.css. */
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
