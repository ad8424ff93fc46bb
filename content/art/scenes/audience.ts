import { mix, paint } from '../palette.ts';
import { cast, type Look } from '../people/looks.ts';
import { person } from '../people/person.ts';
import { box, circle, drawing, faded, sunrise } from '../svg.ts';

interface Row {
  /** Where the circle of the row has its highest point, and its radius. */
  readonly top: number;
  readonly r: number;
  readonly height: number;
  readonly haze: number;
  /** Where somebody sits, and where that is a child. */
  readonly seats: readonly number[];
  readonly children: readonly number[];
}

const rows: readonly Row[] = [
  {
    top: 246,
    r: 900,
    height: 134,
    haze: 0.42,
    seats: [-16, 38, 90, 140, 196, 250, 300, 356, 412, 466, 518, 574, 626, 676, 732, 786],
    children: [90, 250, 466, 626],
  },
  {
    top: 296,
    r: 1000,
    height: 240,
    haze: 0.2,
    seats: [-8, 78, 160, 250, 336, 420, 512, 596, 682, 766],
    children: [78, 336, 682],
  },
  {
    top: 372,
    r: 1300,
    height: 400,
    haze: 0,
    seats: [24, 170, 318, 480, 632, 786],
    children: [170, 632],
  },
];

/** Seen from the row behind: heads in arcs against the light. */
export function drawAudience(): string {
  return drawing(800, 600, light(), ...rows.map(drawRow));
}

function light(): string {
  return (
    box(0, 0, 800, 600, paint.harbor) +
    circle(400, 300, 400, mix(paint.harbor, paint.sea, 0.6)) +
    sunrise(400, 300, 330, 262, 198, 138, 82) +
    faded(0.5, circle(400, 300, 34, paint.white))
  );
}

function drawRow({ top, r, height, haze, seats, children }: Row, index: number): string {
  const people = cast(`audience ${index + 3}`, [
    paint.ink,
    paint.violet,
    paint.dawn,
    paint.harbor,
    paint.beacon,
    paint.tide,
    paint.lilac,
  ]);
  const bench = mix(mix(paint.ink, paint.harbor, 0.55), paint.dawn, haze * 0.6);
  const heads = seats
    .map((x) => {
      const age = children.includes(x) ? 'child' : 'adult';
      const look = people[age]();
      const drop = r - Math.sqrt(r * r - (x - 400) ** 2);
      const tall = age === 'child' ? height * 0.84 : height;
      const y = top + drop + height;
      return person(hazed(look, haze), { x, y, height: tall, age, seenFrom: 'behind' });
    })
    .join('');
  return (
    heads +
    circle(400, top + height * 0.7 + r, r, mix(bench, paint.sea, 0.35)) +
    circle(400, top + height * 0.73 + r, r, bench)
  );
}

/** Distant shapes take on the color of the light. */
function hazed(look: Look, haze: number): Look {
  const far = (color: string) => mix(color, paint.dawn, haze);
  return { ...look, skin: far(look.skin), hair: far(look.hair), body: far(look.body) };
}
