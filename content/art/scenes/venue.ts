import { mix, paint, shade } from '../palette.ts';
import { hairs, skins } from '../people/looks.ts';
import { person } from '../people/person.ts';
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
  num,
  path,
  rings,
  stroke,
} from '../svg.ts';

const brick = mix(paint.dawn, '#9a3f2f', 0.32);
const stone = mix(paint.mist, paint.dawn, 0.12);
const pavement = 486;

/** The hall in the morning: brick, arches, wide steps, trees, and the first guests. */
export function drawVenue(): string {
  return drawing(800, 600, morning(), hall(), entrance(), steps(), trees(), guests());
}

function morning(): string {
  return (
    box(0, 0, 800, 600, paint.lilac) +
    glow(400, 300, paint.lilac, paint.white, [360, 0.3], [290, 0.62]) +
    glow(400, 300, paint.beacon, paint.white, [226, 0.66], [166, 0.3], [112, 0]) +
    circle(40, 690, 380, mix(paint.lilac, paint.violet, 0.2)) +
    circle(770, 720, 400, mix(paint.lilac, paint.violet, 0.28)) +
    circle(640, 800, 430, mix(paint.lilac, paint.violet, 0.36)) +
    box(0, pavement - 22, 800, 140, shade.foam)
  );
}

function hall(): string {
  const wing = (x: number) =>
    box(x, 262, 210, 212, brick) +
    box(x - 8, 250, 226, 16, stone, 3) +
    box(x, 448, 210, 28, mix(brick, paint.ink, 0.24)) +
    [38, 105, 172].map((at) => windowAt(x + at, 404, 24, 78)).join('');
  const gable = path('M284 474V196L400 104L516 196V474Z', mix(brick, paint.ink, 0.06));
  const roof = stroke('M270 206L400 102L530 206', stone, 16);
  return wing(86) + wing(504) + gable + roof + rose() + banner(316) + banner(484);
}

function windowAt(x: number, sill: number, half: number, height: number): string {
  const top = sill - height;
  return (
    arch(x, sill, half + 6, top, stone) +
    arch(x, sill, half, top, paint.harbor) +
    clipped(
      `pane-${x}`,
      arch(x, sill, half, top, '#fff'),
      circle(x, sill, half * 1.5, paint.sea),
      circle(x, sill, half * 0.9, paint.beacon),
    ) +
    stroke(`M${x} ${top - half}V${sill}M${x - half} ${top + 4}h${2 * half}`, stone, 4) +
    box(x - half - 10, sill - 2, 2 * half + 20, 9, stone, 3)
  );
}

/** The round window with the event's mark. */
function rose(): string {
  return (
    circle(400, 206, 46, stone) +
    clipped(
      'rose',
      circle(400, 206, 38, '#fff'),
      box(350, 160, 100, 100, paint.ink),
      circle(400, 222, 36, paint.sea),
      circle(400, 222, 25, paint.foam),
      circle(400, 222, 14, paint.beacon),
      box(350, 222, 100, 40, paint.ink),
      stroke('M360 232q10-7 20 0t20 0t20 0t20 0', paint.sea, 4),
    )
  );
}

function banner(x: number): string {
  return (
    box(x - 19, 280, 38, 104, paint.violet) +
    path(`M${x - 19} 383l19 16 19-16Z`, paint.violet) +
    dome(x, 332, 14, paint.lilac) +
    dome(x, 332, 7, paint.beacon) +
    stroke(`M${x - 11} 346h22M${x - 11} 356h14`, paint.lilac, 4) +
    stroke(`M${x - 23} 280h46`, paint.ink, 5)
  );
}

function entrance(): string {
  return (
    arch(400, 474, 62, 352, stone) +
    clipped(
      'door',
      arch(400, 474, 50, 352, '#fff'),
      box(340, 290, 120, 190, paint.ink),
      rings(400, 474, [
        [172, shade.harbor],
        [140, paint.harbor],
        [110, paint.dawn],
        [80, paint.beacon],
        [46, mix(paint.beacon, paint.white, 0.6)],
      ]),
    )
  );
}

function steps(): string {
  const slab = (index: number) => {
    const [half, y] = [96 + index * 34, 466 + index * 14];
    return (
      box(400 - half, y, half * 2, 15, mix(stone, paint.white, 0.5), 2) +
      box(400 - half, y + 8, half * 2, 8, mix(stone, paint.ink, 0.16 + index * 0.02))
    );
  };
  return (
    path('M532 540L690 540L690 534L520 476L500 476Z', mix(stone, paint.ink, 0.1)) +
    [0, 1, 2, 3, 4].map(slab).join('') +
    circle(400, 1660, 1124, mix(paint.foam, paint.white, 0.35)) +
    path('M304 536h192l120 70H184Z', mix(paint.beacon, paint.white, 0.62))
  );
}

function trees(): string {
  const tree = (x: number, y: number, r: number, leaf: string, lit: string) =>
    stroke(
      `M${x} ${y}V${y - r * 1.5}M${x} ${num(y - r * 0.9)}l${num(r * 0.34)}-${num(r * 0.4)}`,
      mix(paint.ink, '#7c4a33', 0.5),
      r * 0.15,
    ) +
    circle(x, y - r * 2, r, leaf) +
    clipped(
      `leaf-${x}`,
      circle(x, y - r * 2, r, '#fff'),
      circle(x + r * 0.3 * Math.sign(400 - x), y - r * 2.26, r * 0.74, lit),
    );
  return (
    tree(176, 512, 56, paint.sea, mix(paint.sea, paint.foam, 0.24)) +
    tree(66, 540, 92, paint.harbor, paint.sea) +
    tree(640, 510, 50, paint.sea, mix(paint.sea, paint.foam, 0.24)) +
    tree(738, 544, 98, paint.harbor, paint.sea) +
    dome(128, 546, 30, shade.harbor) +
    dome(686, 548, 26, shade.harbor)
  );
}

function guests(): string {
  const parent = person(
    { skin: skins.clay, hair: hairs.black, style: 'long', body: paint.violet },
    { x: 336, y: 572, height: 134, seenFrom: 'behind', right: [374, 528, 4] },
  );
  const child = person(
    { skin: skins.clay, hair: hairs.black, style: 'pony', body: paint.beacon },
    { x: 395, y: 574, height: 90, age: 'child', seenFrom: 'behind', left: [376, 530, -3] },
  );
  const friend = person(
    { skin: skins.umber, hair: hairs.night, style: 'cap', body: paint.ink },
    { x: 470, y: 520, height: 104, seenFrom: 'behind' },
  );
  const host = person(
    { skin: skins.shell, hair: hairs.copper, style: 'bun', body: paint.white },
    { x: 414, y: 478, height: 82, right: [446, 414, -6] },
  );
  return host + friend + rider() + parent + child;
}

/** A guest in a wheelchair on the way to the ramp. */
function rider(): string {
  const wheel = (x: number) =>
    group(
      moveTo(x, 552),
      circle(0, 0, 21, 'none', { stroke: paint.ink, 'stroke-width': 6 }),
      circle(0, 0, 5, paint.ink),
    );
  return (
    person(
      { skin: skins.sand, hair: hairs.silver, style: 'part', body: paint.dawn },
      { x: 574, y: 560, height: 98, seenFrom: 'behind' },
    ) +
    box(552, 520, 44, 34, paint.tide, 8) +
    wheel(548) +
    wheel(600)
  );
}
