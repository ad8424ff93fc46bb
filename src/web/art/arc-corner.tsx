import { type Paint, paint } from './palette.ts';

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

const centers: Record<Corner, readonly [x: number, y: number]> = {
  'top-left': [0, 0],
  'top-right': [200, 0],
  'bottom-left': [0, 200],
  'bottom-right': [200, 200],
};

const places: Record<Corner, string> = {
  'top-left': 'absolute top-0 left-0',
  'top-right': 'absolute top-0 right-0',
  'bottom-left': 'absolute bottom-0 left-0',
  'bottom-right': 'absolute right-0 bottom-0',
};

const sets: Record<'day' | 'sea' | 'quiet', readonly Paint[]> = {
  day: ['lilac', 'dawn', 'beacon'],
  sea: ['harbour', 'sea', 'foam'],
  quiet: ['mist', 'foam', 'lilac'],
};

/** Quarter circles in a corner of a `relative` box with `overflow-hidden`; `className` sets the size. */
export function ArcCorner({
  corner = 'bottom-right',
  colors = 'day',
  className = 'size-40',
}: {
  corner?: Corner;
  colors?: keyof typeof sets;
  className?: string;
}) {
  const [x, y] = centers[corner];
  return (
    <svg
      viewBox="0 0 200 200"
      aria-hidden="true"
      className={`pointer-events-none ${places[corner]} ${className}`}
    >
      {sets[colors].map((color, index) => (
        <circle key={color} cx={x} cy={y} r={192 - index * 62} fill={paint[color]} />
      ))}
    </svg>
  );
}
