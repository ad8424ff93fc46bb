import { mix, paint, shade } from '../palette.ts';
import { backOfHead } from '../people/head.ts';
import { type Cast, cast, hairs, skins } from '../people/looks.ts';
import { person } from '../people/person.ts';
import { arch, box, circle, clipped, dome, drawing, path, stroke, sunrise } from '../svg.ts';

const center = { x: 400, floor: 372 };

/** Seen from the back row: a speaker and a young guest in front of the sun, and the audience in arcs. */
export function drawStage(): string {
  return drawing(
    800,
    600,
    box(0, 0, 800, 600, paint.ink),
    backdrop(),
    beams(),
    platform(),
    speakers(),
    room(),
  );
}

function backdrop(): string {
  const { x, floor } = center;
  const arcs = circle(x, floor, 430, shade.tide) + sunrise(x, floor, 366, 318, 266, 214, 164, 116, 70);
  return clipped('sky', box(0, 0, 800, floor, '#fff'), arcs);
}

function beams(): string {
  const beam = (from: number, to: number) =>
    `M${from - 8} -10L${from + 8} -10L${to + 92} 392L${to - 92} 392Z`;
  const lamp = (x: number) =>
    box(x - 2, -4, 4, 16, shade.tide) + dome(x, 24, 13, shade.ink) + dome(x, 24, 6, paint.beacon);
  return (
    path(beam(60, 360), paint.foam, { opacity: 0.1 }) +
    path(beam(740, 440), paint.foam, { opacity: 0.1 }) +
    [60, 230, 400, 570, 740].map(lamp).join('')
  );
}

function platform(): string {
  const lip = clipped(
    'platform',
    box(0, center.floor, 800, 90, '#fff'),
    circle(400, center.floor - 640, 704, shade.harbor),
    circle(400, center.floor - 640, 690, paint.harbor),
    circle(400, center.floor - 640, 666, mix(paint.harbor, paint.sea, 0.4)),
  );
  return lip + path('M292 384a108 14 0 0 1 216 0a108 12 0 0 1-216 0Z', paint.beacon, { opacity: 0.22 });
}

function speakers(): string {
  const host = person(
    { skin: skins.bronze, hair: hairs.night, style: 'bun', body: paint.violet },
    { x: 366, y: 384, height: 156, turn: 0.7, left: [304, 262, -20], right: [397, 306, -12] },
  );
  const guest = person(
    { skin: skins.shell, hair: hairs.copper, style: 'curls', body: paint.white },
    { x: 436, y: 384, height: 112, age: 'child', turn: -0.6, left: [416, 324, 10] },
  );
  return host + guest + microphone(395, 300) + microphone(417, 318) + lectern();
}

function microphone(x: number, y: number): string {
  return stroke(`M${x} ${y + 12}L${x + 3} ${y - 3}`, paint.ink, 4) + circle(x + 3.4, y - 6, 5.4, paint.ink);
}

function lectern(): string {
  return (
    path('M494 388l6-62h40l6 62Z', paint.tide) +
    box(488, 318, 64, 12, shade.sea, 6) +
    dome(520, 368, 15, paint.beacon) +
    stroke('M528 318q4-18-8-26', paint.ink, 3)
  );
}

const rows = [
  { r: 470, top: 452, head: 12.5, gap: 40, shadow: 0.1 },
  { r: 560, top: 482, head: 15.5, gap: 49, shadow: 0.22 },
  { r: 680, top: 518, head: 20, gap: 62, shadow: 0.34 },
  { r: 860, top: 566, head: 27, gap: 82, shadow: 0.48 },
];

/** Rows curve around the stage, on circles whose center is behind the speakers. */
function room(): string {
  const people = cast('stage room', [
    paint.sea,
    paint.dawn,
    paint.violet,
    paint.harbor,
    paint.lilac,
    paint.tide,
  ]);
  return rows.map((row, index) => seats(row, index, people)).join('');
}

function seats({ r, top, head, gap, shadow }: (typeof rows)[number], index: number, people: Cast): string {
  const from = -Math.ceil(440 / gap);
  const parts: string[] = [];
  for (let seat = from; seat <= -from; seat += 1) {
    const x = 400 + (seat + (index % 2) / 2) * gap;
    const drop = r - Math.sqrt(Math.max(0, r * r - (x - 400) ** 2));
    const isChild = (seat * 7 + index * 3) % 5 === 1;
    const look = isChild ? people.child() : people.adult();
    const dim = (color: string) => mix(color, paint.ink, shadow);
    const dressed = {
      ...look,
      skin: mix(look.skin, '#4a2233', shadow),
      hair: dim(look.hair),
      body: dim(look.body),
    };
    const y = top - drop * 0.62 + (isChild ? head * 0.7 : 0);
    const width = head * (isChild ? 1.45 : 1.75);
    parts.push(
      arch(x, y + head * 5, width, y + head + width, dressed.body),
      backOfHead(dressed, x, y, head * (isChild ? 0.86 : 1)),
    );
  }
  return parts.join('');
}
