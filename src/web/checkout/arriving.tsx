import { type ReactNode, useEffect, useRef } from 'react';

/** Brings what has just appeared into sight, and the focus to it: on a phone the button is far below. */
export function Arriving({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} data-focus-ring className="rounded-button">
      {children}
    </div>
  );
}
