import { mix, paint, shade } from '../palette.ts';
import { cast } from '../people/looks.ts';
import { type Arm, person } from '../people/person.ts';
import { box, circle, drawing, rings } from '../svg.ts';

type Place = readonly [x: number, height: number, age: 'adult' | 'child', wave?: 'left' | 'right'];

const back: readonly Place[] = [
  [84, 262, 'adult', 'left'],
  [188, 284, 'adult'],
  [294, 268, 'adult'],
  [400, 290, 'adult'],
  [508, 270, 'adult'],
  [612, 286, 'adult'],
  [716, 260, 'adult', 'right'],
];
const middle: readonly Place[] = [
  [138, 222, 'adult'],
  [242, 182, 'child'],
  [346, 230, 'adult'],
  [456, 184, 'child', 'right'],
  [560, 228, 'adult'],
  [664, 188, 'child'],
];
const front: readonly Place[] = [
  [66, 158, 'child', 'left'],
  [192, 152, 'child'],
  [296, 160, 'child'],
  [404, 150, 'child', 'left'],
  [510, 162, 'child'],
  [614, 154, 'child'],
  [734, 160, 'child', 'right'],
];

/** Everybody, in three rows, at the end of the day. */
export function drawGroup(): string {
  const people = cast('group of all', [
    paint.ink,
    paint.harbour,
    paint.violet,
    paint.foam,
    paint.sea,
    paint.white,
    paint.lilac,
  ]);
  const row = (places: readonly Place[], y: number) =>
    places
      .map(([x, height, age, side]) => {
        const look = age === 'child' ? people.child() : people.adult();
        const turn = (400 - x) / 700;
        return person(look, { x, y, height, age, turn, badge: age === 'adult', arms: side ? [raised(x, y, height, side)] : [] });
      })
      .join('');
  return drawing(
    800,
    600,
    evening(),
    row(back, 520),
    step(438, shade.sea, paint.sea),
    row(middle, 566),
    step(496, paint.harbour, paint.sea),
    row(front, 616),
    step(566, shade.harbour, paint.harbour),
  );
}

function raised(x: number, y: number, height: number, side: 'left' | 'right'): Arm {
  const sign = side === 'left' ? -1 : 1;
  return { side, to: [x + sign * height * 0.31, y - height * 0.98], bend: sign * height * -0.12 };
}

function evening(): string {
  return (
    box(0, 0, 800, 600, shade.dawn) +
    rings(400, 400, [
      [470, paint.dawn],
      [392, mix(paint.dawn, paint.beacon, 0.38)],
      [318, mix(paint.dawn, paint.beacon, 0.7)],
      [244, paint.beacon],
      [170, mix(paint.beacon, paint.white, 0.5)],
    ])
  );
}

/** The edge of a step: part of a wide circle. */
function step(top: number, fill: string, edge: string): string {
  return circle(400, top + 1700, 1700, edge) + circle(400, top + 1706, 1700, fill);
}
