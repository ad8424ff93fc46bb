import { paint } from './palette.ts';

/** The logo: two sheltering arcs over a sun on the water. Arcs and water use the text color. */
export function ArcMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <g strokeLinecap="round">
        <path d="M2.5 21.5a13.5 13.5 0 0 1 27 0" stroke="currentColor" strokeWidth="3.4" />
        <path d="M9 21.5a7 7 0 0 1 14 0Z" fill={paint.beacon} />
        <path d="M2.5 28q3.4-3.4 6.75 0t6.75 0t6.75 0t6.75 0" stroke="currentColor" strokeWidth="3" />
      </g>
    </svg>
  );
}
