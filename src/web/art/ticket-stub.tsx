import type { ReactNode } from 'react';
import { type Paint, paint } from './palette.ts';

const arcs: readonly (readonly [radius: number, color: Paint])[] = [
  [132, 'harbor'],
  [104, 'sea'],
  [78, 'foam'],
  [54, 'dawn'],
  [30, 'beacon'],
];

interface TicketStubProps {
  eyebrow: string;
  title: ReactNode;
  /** Lies below the tear line: the code, or the price and the button. */
  stub?: ReactNode;
  className?: string;
  children: ReactNode;
}

/**
 * A ticket: head with the arcs, a body, a tear line with half holes, and the stub. Prints black on white. On a phone the arcs
 * keep their size when text is enlarged, to leave room for it.
 */
export function TicketStub({ eyebrow, title, stub, className, children }: TicketStubProps) {
  return (
    <article
      className={`ticket-stub flex min-w-0 flex-col text-fg [filter:drop-shadow(0_10px_14px_#10243e1f)] ${className ?? ''}`}
    >
      <header className="on-ink relative overflow-hidden rounded-t-card bg-ink p-5 pr-[112px] sm:p-6 sm:pr-36 print:bg-white print:text-black">
        <svg
          viewBox="0 0 132 132"
          width="112"
          aria-hidden="true"
          className="absolute right-0 bottom-0 sm:w-33 print:hidden"
        >
          {arcs.map(([radius, color]) => (
            <circle key={color} cx="132" cy="132" r={radius} fill={paint[color]} />
          ))}
        </svg>
        <p className="eyebrow relative print:text-black">{eyebrow}</p>
        <h3 className="relative mt-1 text-xl">{title}</h3>
      </header>
      <div className={`flex-1 bg-surface p-5 sm:p-6 ${stub ? 'pb-3 sm:pb-3' : 'rounded-b-card'}`}>
        {children}
      </div>
      {stub && (
        <>
          <div aria-hidden="true" className="perforation" />
          <div className="rounded-b-card bg-surface p-5 pt-3 sm:p-6 sm:pt-3">{stub}</div>
        </>
      )}
    </article>
  );
}
