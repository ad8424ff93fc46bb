import { paint } from './palette.ts';
import { box, clipped, drawing, faded, rings, stroke, wave } from './svg.ts';

const sun = { x: 318, y: 74 };

/** The strip of a wallet pass, 375 × 98. Text is on its left, so the bright parts are on its right. */
export function drawPassStrip(): string {
  return drawing(
    375,
    98,
    box(0, 0, 375, 98, paint.ink),
    clipped(
      'sky',
      box(0, 0, 375, sun.y, '#fff'),
      rings(sun.x, sun.y, [
        [150, paint.tide],
        [92, paint.harbor],
        [58, paint.sea],
        [40, paint.lilac],
        [27, paint.dawn],
        [15, paint.beacon],
      ]),
    ),
    stroke(wave(-20, 400, 82, 56, 3), paint.sea, 2),
    faded(0.5, stroke(wave(-6, 400, 92, 56, 3), paint.sea, 2)),
  );
}
