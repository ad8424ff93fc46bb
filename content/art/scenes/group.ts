import { mix, paint, shade } from '../palette.ts';
import { cast } from '../people/looks.ts';
import { type Arm, person } from '../people/person.ts';
import { box, circle, drawing, rings, stroke } from '../svg.ts';

type Place = readonly [x: number, height: number, age: 'adult' | 'child', wave?: 'left' | 'right'];

const back: readonly Place[] = [
  [126, 208, 'adult', 'left'],
  [214, 222, 'adult'],
  [306, 214, 'adult'],
  [400, 228, 'adult', 'right'],
  [496, 212, 'adult'],
  [586, 224, 'adult'],
  [674, 206, 'adult', 'right'],
];
const middle: readonly Place[] = [
  [168, 178, 'adult'],
  [258, 150, 'child'],
  [352, 186, 'adult'],
  [446, 148, 'child', 'left'],
  [540, 184, 'adult'],
  [632, 152, 'child'],
];
const front: readonly Place[] = [
  [112, 132, 'child', 'left'],
  [306, 128, 'child'],
  [398, 136, 'child', 'right'],
  [492, 126, 'child'],
  [694, 134, 'child', 'right'],
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
  return drawing(800, 600, evening(), row(back, 470), row(middle, 520), row(front, 560), ground());
}

function raised(x: number, y: number, height: number, side: 'left' | 'right'): Arm {
  const sign = side === 'left' ? -1 : 1;
  return { side, to: [x + sign * height * 0.31, y - height * 0.98], bend: sign * height * -0.12 };
}

function evening(): string {
  return (
    box(0, 0, 800, 600, shade.dawn) +
    rings(400, 440, [
      [470, paint.dawn],
      [392, mix(paint.dawn, paint.beacon, 0.38)],
      [318, mix(paint.dawn, paint.beacon, 0.7)],
      [244, paint.beacon],
      [170, mix(paint.beacon, paint.white, 0.5)],
    ])
  );
}

function ground(): string {
  return (
    circle(400, 2560, 2010, paint.harbour) +
    stroke('M-10 588q205-22 410-22t410 22', paint.sea, 4, { opacity: 0.7 })
  );
}
