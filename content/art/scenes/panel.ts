import { mix, paint, shade } from '../palette.ts';
import { face } from '../people/head.ts';
import { hairs, type Look, skins } from '../people/looks.ts';
import { limb } from '../people/person.ts';
import {
  arch,
  box,
  circle,
  clipped,
  dome,
  drawing,
  glow,
  group,
  moveTo,
  type Point,
  path,
  stroke,
} from '../svg.ts';

const floor = 476;

interface Seat {
  readonly x: number;
  readonly look: Look;
  readonly turn: number;
  /** The hands. */
  readonly left: Point;
  readonly right: Point;
  readonly chair: string;
  readonly legs: string;
  readonly tall?: number;
}

const seats: readonly Seat[] = [
  {
    x: 120,
    look: { skin: skins.sand, hair: hairs.silver, style: 'bob', body: paint.dawn, glasses: true },
    turn: 1,
    left: [92, 356],
    right: [152, 342],
    chair: paint.harbor,
    legs: paint.ink,
    tall: 10,
  },
  {
    x: 282,
    look: { skin: skins.chestnut, hair: hairs.night, style: 'afro', body: paint.beacon },
    turn: 0.4,
    left: [262, 374],
    right: [302, 374],
    chair: paint.sea,
    legs: paint.tide,
  },
  {
    x: 416,
    look: { skin: skins.shell, hair: hairs.copper, style: 'part', body: paint.foam },
    turn: -0.6,
    left: [366, 268],
    right: [440, 322],
    chair: paint.sea,
    legs: paint.harbor,
  },
  {
    x: 550,
    look: { skin: skins.bronze, hair: paint.dawn, style: 'scarf', body: paint.lilac },
    turn: -0.8,
    left: [530, 374],
    right: [570, 374],
    chair: paint.sea,
    legs: paint.ink,
  },
  {
    x: 684,
    look: { skin: skins.clay, hair: hairs.black, style: 'pony', body: paint.white },
    turn: -0.9,
    left: [664, 374],
    right: [704, 374],
    chair: paint.sea,
    legs: paint.tide,
  },
];

/** Four young people on chairs; one speaks, and the moderator listens. */
export function drawPanel(): string {
  return drawing(
    800,
    600,
    wall(),
    voice(),
    stageFloor(),
    ...seats.map(seated),
    microphones(),
    water(),
    frontRow(),
  );
}

function wall(): string {
  return (
    box(0, 0, 800, 600, paint.violet) +
    clipped(
      'wall',
      box(0, 0, 800, floor, '#fff'),
      glow(416, floor, paint.violet, paint.lilac, [452, 0.1], [372, 0.22], [292, 0.38]),
    )
  );
}

/** Speech, drawn as a sun in a bubble; the arcs on the wall continue it. */
function voice(): string {
  return group(
    moveTo(-6, -42),
    path(
      'M470 152a50 50 0 0 1 50-50h64a50 50 0 0 1 0 100H508l-44 24q12-20 10-50a50 50 0 0 1-4-24Z',
      paint.white,
    ),
    stroke('M520 172a32 32 0 0 1 64 0', paint.dawn, 8),
    dome(552, 172, 17, paint.beacon),
    stroke('M514 180h76', paint.harbor, 7),
  );
}

function stageFloor(): string {
  return (
    box(0, floor, 800, 130, paint.ink) +
    clipped(
      'rug',
      box(0, floor, 800, 130, '#fff'),
      circle(400, floor - 520, 622, paint.tide),
      circle(400, floor - 520, 602, shade.violet),
    )
  );
}

function seated({ x, look, turn, left, right, chair, legs, tall = 0 }: Seat): string {
  const top = 272 - tall;
  const half = 43;
  const sleeve = mix(look.body, paint.ink, 0.14);
  return (
    chairOf(x, chair) +
    arch(x, 410, half, top + half, look.body) +
    legsOf(x, legs, look) +
    path(`M${x - 19} ${top + 2}a19 19 0 0 0 38 0Z`, mix(look.body, '#ffffff', 0.25)) +
    box(x - 11, top - 26, 22, 38, mix(look.skin, '#5a2418', 0.22), 11) +
    limb([x - half * 0.7, top + half * 0.9], left, left[1] < top + 40 ? 18 : -14, 24, sleeve, look.skin) +
    limb([x + half * 0.7, top + half * 0.9], right, 14, 24, sleeve, look.skin) +
    face(look, x, top - 33, 31, turn)
  );
}

function chairOf(x: number, color: string): string {
  const far = mix(color, paint.ink, 0.3);
  return (
    stroke(`M${x - 40} 424L${x - 54} 508M${x + 40} 424L${x + 54} 508`, far, 7) +
    path(`M${x - 58} 420V348a58 58 0 0 1 116 0V420a14 14 0 0 1-14 14H${x - 44}a14 14 0 0 1-14-14Z`, color) +
    box(x - 62, 404, 124, 22, far, 11)
  );
}

function legsOf(x: number, color: string, look: Look): string {
  const shin = mix(color, '#000000', 0.16);
  const shoe = mix(look.body, paint.white, 0.5);
  return (
    stroke(`M${x - 22} 414L${x - 24} 496`, shin, 27) +
    stroke(`M${x + 22} 414L${x + 24} 496`, shin, 27) +
    stroke(`M${x - 24} 392L${x - 23} 414M${x + 24} 392L${x + 23} 414`, color, 38) +
    dome(x - 27, 520, 20, shoe) +
    dome(x + 27, 520, 20, shoe)
  );
}

function microphones(): string {
  return (
    group(
      moveTo(158, 336, 12),
      box(-20, -24, 40, 30, paint.white, 4),
      stroke('M-12-14h22M-12-5h14', paint.sea, 3),
    ) +
    stroke('M440 326L436 296', paint.ink, 8) +
    circle(435, 286, 11, paint.ink) +
    circle(432, 283, 3.4, paint.sea)
  );
}

function water(): string {
  const table = (x: number) =>
    stroke(`M${x} 440V520`, shade.lilac, 6) +
    dome(x, 526, 18, shade.lilac) +
    box(x - 30, 430, 60, 11, paint.lilac, 5.5) +
    path(`M${x - 15} 402h20l-3 28h-14Z`, paint.foam, { opacity: 0.9 }) +
    path(`M${x - 13.6} 414h17.2l-1.6 16h-14Z`, paint.sea);
  return table(202) + table(617);
}

function frontRow(): string {
  return [40, 128, 222, 318, 412, 504, 600, 694, 780]
    .map((x, index) => {
      const r = 28 + ((index * 5) % 3) * 4;
      const y = 590 + ((index * 7) % 4) * 6;
      const color = [mix(paint.violet, paint.ink, 0.62), paint.tide, mix(paint.harbor, paint.ink, 0.5)][
        index % 3
      ]!;
      return circle(x, y, r, color) + dome(x, y + r * 3, r * 1.9, color);
    })
    .join('');
}
