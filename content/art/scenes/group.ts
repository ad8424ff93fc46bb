import { mix, paint, shade } from '../palette.ts';
import { cast } from '../people/looks.ts';
import { person, type Reach } from '../people/person.ts';
import { box, circle, drawing, glow, group, moveTo, path } from '../svg.ts';

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
  [76, 190, 'child', 'left'],
  [194, 196, 'child'],
  [300, 186, 'child'],
  [404, 198, 'child'],
  [512, 188, 'child'],
  [616, 196, 'child'],
  [726, 190, 'child', 'right'],
];

/** Everybody, in three rows, at the end of the day. */
export function drawGroup(): string {
  const people = cast('group of all', [
    paint.harbor,
    paint.violet,
    paint.foam,
    paint.sea,
    paint.white,
    paint.lilac,
    paint.dawn,
  ]);
  const row = (places: readonly Place[], y: number) =>
    places
      .map(([x, height, age, side]) => {
        const look = people[age]();
        const turn = (400 - x) / 700;
        return person(look, {
          x,
          y,
          height,
          age,
          turn,
          badge: age === 'adult',
          ...(side && { [side]: raised(x, y, height, side) }),
        });
      })
      .join('');
  return drawing(
    800,
    600,
    evening(),
    bunting(-50, 400, 320, [paint.violet, paint.white, paint.harbor]),
    bunting(400, 850, 320, [paint.lilac, paint.harbor, paint.white]),
    row(back, 520),
    step(438, paint.tide, mix(paint.tide, paint.sea, 0.5)),
    row(middle, 566),
    step(492, paint.ink, paint.tide),
    row(front, 650),
    step(580, shade.ink, paint.tide),
  );
}

function raised(x: number, y: number, height: number, side: 'left' | 'right'): Reach {
  const sign = side === 'left' ? -1 : 1;
  return [x + sign * height * 0.25, y - height * 1.04, sign * height * 0.09];
}

function evening(): string {
  return (
    box(0, 0, 800, 600, shade.dawn) +
    glow(400, 400, paint.dawn, paint.beacon, [470, 0], [392, 0.38], [318, 0.7]) +
    glow(400, 400, paint.beacon, paint.white, [244, 0], [170, 0.5])
  );
}

/** The edge of a step: part of a wide circle. */
function step(top: number, fill: string, edge: string): string {
  return circle(400, top + 1700, 1700, edge) + circle(400, top + 1706, 1700, fill);
}

/** Half discs on a cord that hangs in an arc. */
function bunting(from: number, to: number, r: number, colors: readonly string[]): string {
  const middle = (from + to) / 2;
  const high = -6 - Math.sqrt(r * r - ((to - from) / 2) ** 2);
  const widest = Math.asin((to - from) / 2 / r);
  const flags = Array.from({ length: 9 }, (_, index) => {
    const angle = widest * ((index - 4) / 4.6);
    return group(
      moveTo(middle - Math.sin(angle) * r, high + Math.cos(angle) * r, (angle * 180) / Math.PI),
      path('M-20 0a20 20 0 0 0 40 0Z', colors[index % colors.length]!),
    );
  });
  return circle(middle, high, r, 'none', { stroke: paint.ink, 'stroke-width': 3 }) + flags.join('');
}
