import { paint } from './palette.ts';
import { box, drawing, group, path, stroke } from './svg.ts';

type Tile = 'rounded' | 'square' | 'maskable';

/** The mark on ink: `square` for devices that round it themselves, `maskable` with room for any mask. */
export function drawIcon(tile: Tile): string {
  const sign = {
    rounded: 'translate(4 3.4) scale(.75)',
    square: 'translate(4 3.4) scale(.75)',
    maskable: 'translate(6.6 6.1) scale(.588)',
  };
  return drawing(
    32,
    32,
    box(0, 0, 32, 32, paint.ink, tile === 'rounded' ? 9 : 0),
    group(sign[tile], markShapes()),
  );
}

/** Two sheltering arcs over a sun on the water, in a square of 32. */
export function markShapes(): string {
  return (
    stroke('M2.5 21.5a13.5 13.5 0 0 1 27 0', paint.foam, 3.4) +
    path('M9 21.5a7 7 0 0 1 14 0Z', paint.beacon) +
    stroke('M2.5 28q3.4-3.4 6.75 0t6.75 0t6.75 0t6.75 0', paint.sea, 3)
  );
}
