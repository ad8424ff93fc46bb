import { type Paint, paint } from './palette.ts';

const arcs: readonly Paint[] = ['lilac', 'dawn', 'beacon'];

/** Quarter circles in the lower right corner of a `relative` box with `overflow-hidden`; `className` sets the size. */
export function ArcCorner({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 200 200"
      aria-hidden="true"
      className={`pointer-events-none absolute right-0 bottom-0 ${className}`}
    >
      {arcs.map((color, index) => (
        <circle key={color} cx={200} cy={200} r={192 - index * 62} fill={paint[color]} />
      ))}
    </svg>
  );
}
