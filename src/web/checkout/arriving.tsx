import { type ReactNode, useEffect, useRef } from 'react';

/** Moves the focus to new content, which scrolls it into view: on a phone, the button is far below. */
export function Arriving({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} data-focus-ring className="rounded-button">
      {children}
    </div>
  );
}
