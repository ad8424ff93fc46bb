import { useEffect, useEffectEvent } from 'react';

/** Calls `leave` on Escape, wherever the focus is: after a tap beside the buttons it is nowhere. */
export function useEscape(leave: () => void): void {
  const press = useEffectEvent(leave);
  useEffect(() => {
    const look = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) press();
    };
    document.addEventListener('keydown', look);
    return () => document.removeEventListener('keydown', look);
  }, []);
}
