import { useEffect, useRef } from 'react';

/** Calls `leave` on Escape, wherever the focus is: after a tap beside the buttons it is nowhere. */
export function useEscape(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const look = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) latest.current();
    };
    document.addEventListener('keydown', look);
    return () => document.removeEventListener('keydown', look);
  }, []);
}
