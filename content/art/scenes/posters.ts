import { mix, paint, shade } from '../palette.ts';
import { hairs, skins } from '../people/looks.ts';
import { person } from '../people/person.ts';
import {
  box,
  circle,
  clipped,
  dome,
  drawing,
  faded,
  glow,
  group,
  moveTo,
  path,
  rings,
  stroke,
  wave,
} from '../svg.ts';

const floor = 492;

type Motif = (width: number, height: number) => string;

interface Poster {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly motif: Motif;
}

const sunrise: Motif = (w, h) =>
  box(0, 0, w, h, paint.ink) +
  rings(w / 2, h * 0.74, [
    [w * 0.62, paint.harbor],
    [w * 0.5, paint.sea],
    [w * 0.39, paint.foam],
    [w * 0.28, paint.dawn],
    [w * 0.16, paint.beacon],
  ]) +
  box(0, h * 0.74, w, h, paint.ink) +
  stroke(wave(-20, w + 40, h * 0.83, 40, 4), paint.sea, 5) +
  stroke(wave(-36, w + 40, h * 0.92, 40, 4), paint.beacon, 5);

const overlap: Motif = (w, h) => {
  const r = w * 0.32;
  const [left, right, y] = [w * 0.36, w * 0.64, h * 0.42];
  return (
    box(0, 0, w, h, paint.violet) +
    circle(left, y, r, paint.lilac) +
    circle(right, y, r, paint.dawn) +
    clipped('overlap', circle(left, y, r, '#fff'), circle(right, y, r, paint.beacon)) +
    stroke(`M${w * 0.16} ${h * 0.82}h${w * 0.68}M${w * 0.16} ${h * 0.9}h${w * 0.4}`, paint.lilac, 6)
  );
};

const signal: Motif = (w, h) =>
  box(0, 0, w, h, paint.dawn) +
  rings(0, h, [
    [w * 0.98, paint.beacon],
    [w * 0.76, paint.dawn],
    [w * 0.56, paint.white],
    [w * 0.36, paint.dawn],
    [w * 0.2, paint.ink],
  ]);

const scallops: Motif = (w, h) => {
  const r = w / 6;
  const colors = [paint.harbor, paint.white, paint.sea, paint.beacon];
  const rows = Array.from({ length: Math.ceil(h / r) + 1 }, (_, row) =>
    [-1, 0, 1, 2, 3]
      .map((at) => dome(at * 2 * r + (row % 2 ? r : 0), (row + 1) * r, r, colors[row % 4]!))
      .join(''),
  );
  return box(0, 0, w, h, paint.foam) + rows.join('');
};

const shelter: Motif = (w, h) =>
  box(0, 0, w, h, paint.beacon) +
  dome(w / 2, h * 0.86, w * 0.4, paint.ink) +
  dome(w / 2, h * 0.86, w * 0.29, paint.beacon) +
  circle(w / 2, h * 0.3, w * 0.1, paint.ink) +
  dome(w * 0.42, h * 0.86, w * 0.1, paint.violet) +
  circle(w * 0.42, h * 0.86 - w * 0.16, w * 0.06, paint.violet) +
  dome(w * 0.6, h * 0.86, w * 0.075, paint.dawn) +
  circle(w * 0.6, h * 0.86 - w * 0.125, w * 0.05, paint.dawn);

const moons: Motif = (w, h) =>
  box(0, 0, w, h, paint.harbor) +
  [0, 1, 2]
    .map((row) =>
      [0, 1]
        .map((column) => {
          const [x, y, r] = [w * (0.29 + column * 0.42), h * (0.2 + row * 0.3), w * 0.17];
          return (
            circle(x, y, r, paint.foam) +
            group(
              moveTo(x, y, (row * 2 + column) * 62),
              path(
                `M0 ${-r}a${r} ${r} 0 0 1 0 ${2 * r}Z`,
                [paint.beacon, paint.dawn, paint.sea, paint.lilac][(row + column * 2) % 4]!,
              ),
            )
          );
        })
        .join(''),
    )
    .join('');

const talk: Motif = (w, h) =>
  box(0, 0, w, h, paint.lilac) +
  path(
    `M${w * 0.14} ${h * 0.36}a${w * 0.28} ${w * 0.28} 0 0 1 ${w * 0.56} 0a${w * 0.28} ${w * 0.28} 0 0 1-${w * 0.28} ${w * 0.28}h-${w * 0.28}Z`,
    paint.violet,
  ) +
  path(
    `M${w * 0.88} ${h * 0.68}a${w * 0.2} ${w * 0.2} 0 0 0-${w * 0.4} 0a${w * 0.2} ${w * 0.2} 0 0 0 ${w * 0.2} ${w * 0.2}h${w * 0.2}Z`,
    paint.white,
  ) +
  [0.3, 0.42, 0.54].map((at) => circle(w * at, h * 0.36, w * 0.042, paint.lilac)).join('');

const posters: readonly Poster[] = [
  { x: 46, y: 64, width: 132, height: 178, motif: overlap },
  { x: 46, y: 266, width: 132, height: 132, motif: signal },
  { x: 204, y: 96, width: 150, height: 120, motif: scallops },
  { x: 204, y: 240, width: 150, height: 190, motif: shelter },
  { x: 380, y: 58, width: 208, height: 276, motif: sunrise },
  { x: 614, y: 84, width: 142, height: 186, motif: moons },
  { x: 614, y: 294, width: 142, height: 128, motif: talk },
];

/** A wall of posters under round lamps, and three people looking at them. */
export function drawPosters(): string {
  return drawing(800, 600, wall(), ...posters.map(framed), ground(), visitors());
}

function wall(): string {
  const lamp = (x: number) =>
    faded(0.75, circle(x, -30, 420, mix(paint.mist, paint.white, 0.35)), circle(x, -30, 300, paint.white));
  return (
    box(0, 0, 800, floor, shade.foam) +
    clipped('wall', box(0, 0, 800, floor, '#fff'), lamp(150), lamp(650), circle(400, -30, 470, paint.white)) +
    rail()
  );
}

function rail(): string {
  return (
    box(0, 20, 800, 7, paint.ink) +
    [112, 279, 484, 685].map((x) => dome(x, 44, 17, paint.ink) + dome(x, 44, 8, paint.beacon)).join('')
  );
}

function framed({ x, y, width, height, motif }: Poster, index: number): string {
  return (
    box(x - 5, y + 2, width + 16, height + 16, mix(shade.foam, paint.ink, 0.12), 4) +
    box(x - 8, y - 8, width + 16, height + 16, paint.white, 4) +
    group(moveTo(x, y), clipped(`poster-${index}`, box(0, 0, width, height, '#fff'), motif(width, height)))
  );
}

function ground(): string {
  return (
    box(0, floor, 800, 120, paint.harbor) +
    box(0, floor - 12, 800, 14, paint.white) +
    clipped(
      'ground',
      box(0, floor + 2, 800, 120, '#fff'),
      glow(440, 720, paint.harbor, paint.sea, [250, 0.4], [190, 1]),
    )
  );
}

function visitors(): string {
  const parent = person(
    { skin: skins.umber, hair: hairs.night, style: 'bun', body: paint.violet },
    { x: 392, y: 588, height: 288, seenFrom: 'behind', right: [464, 490, 10] },
  );
  const child = person(
    { skin: skins.chestnut, hair: hairs.night, style: 'afro', body: paint.dawn },
    {
      x: 516,
      y: 592,
      height: 190,
      age: 'child',
      seenFrom: 'behind',
      left: [466, 492, -10],
      right: [568, 392, 14],
    },
  );
  const teen = person(
    { skin: skins.shell, hair: hairs.honey, style: 'pony', body: paint.ink },
    { x: 142, y: 590, height: 252, seenFrom: 'behind' },
  );
  return teen + parent + child;
}
