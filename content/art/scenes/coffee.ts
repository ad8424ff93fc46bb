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
  faded,
  glow,
  group,
  moveTo,
  num,
  path,
  rings,
  stroke,
} from '../svg.ts';

const counter = 418;

/** The break: cups with arcs of steam on the counter, and people talking behind it. */
export function drawCoffee(): string {
  return drawing(800, 600, foyer(), talk(), bar(), pastry(), cups());
}

function foyer(): string {
  return (
    box(0, 0, 800, 600, paint.dawn) +
    glow(490, 250, paint.dawn, paint.white, [330, 0.14], [262, 0.3]) +
    arch(490, 440, 202, 250, paint.white) +
    clipped(
      'window',
      arch(490, 440, 190, 250, '#fff'),
      box(290, 40, 400, 420, paint.foam),
      rings(560, 400, [
        [250, paint.lilac],
        [186, mix(paint.dawn, paint.white, 0.35)],
        [126, mix(paint.beacon, paint.white, 0.3)],
        [74, paint.beacon],
      ]),
      circle(330, 560, 190, shade.sea),
      circle(660, 590, 210, paint.sea),
    ) +
    stroke('M490 50V430M296 250H684', paint.white, 10) +
    lamp(96, 150) +
    lamp(204, 96)
  );
}

function lamp(x: number, y: number): string {
  return (
    stroke(`M${x} -10V${y - 40}`, paint.ink, 4) +
    circle(x, y, 13, paint.white) +
    dome(x, y, 44, paint.ink) +
    faded(0.25, path(`M${x - 44} ${y}h88l60 150h-208Z`, paint.beacon))
  );
}

function talk(): string {
  const first = person(
    { skin: skins.chestnut, hair: hairs.night, style: 'bun', body: paint.harbor },
    { x: 374, y: 560, height: 356, turn: 0.9, badge: true, right: [444, 352, 26] },
  );
  const child = person(
    { skin: skins.chestnut, hair: hairs.night, style: 'curls', body: paint.beacon },
    { x: 500, y: 560, height: 286, age: 'child', turn: 0 },
  );
  const second = person(
    { skin: skins.shell, hair: hairs.copper, style: 'part', body: paint.violet, beard: true, glasses: true },
    { x: 626, y: 560, height: 348, turn: -0.9, badge: true, left: [560, 346, -26] },
  );
  return first + second + child + beaker(444, 338, paint.white) + beaker(560, 332, paint.beacon);
}

function beaker(x: number, y: number, color: string): string {
  return (
    path(`M${x - 14} ${y - 18}h28l-4 38h-20Z`, color) +
    box(x - 16, y - 24, 32, 8, mix(color, paint.ink, 0.16), 4)
  );
}

function bar(): string {
  return (
    box(0, counter, 800, 190, mix(paint.mist, paint.white, 0.5)) +
    box(0, counter, 800, 9, paint.white) +
    clipped(
      'bar',
      box(0, counter + 9, 800, 190, '#fff'),
      glow(160, 720, paint.foam, paint.white, [290, 0], [226, 0.5]),
    )
  );
}

/** Steam rises in quarter circles, alternately left and right. */
function steam(x: number, y: number, r: number, bows: number, color: string): string {
  const way = Array.from(
    { length: bows },
    (_, index) => `a${r} ${r} 0 0 ${index % 2} 0 ${num(-Math.SQRT2 * r)}`,
  ).join('');
  return stroke(`M${num(x)} ${num(y)}${way}`, color, r * 0.3);
}

/** A cup whose bowl is half a disc; `y` is the foot. */
function cup(x: number, y: number, r: number, color: string, band: string, handle: 1 | -1): string {
  const rim = y - r * 1.18;
  const id = `cup-${x}`;
  return (
    path(
      `M${x - r * 1.5} ${y}h${r * 3}q-${num(r * 0.3)} ${num(r * 0.24)}-${num(r * 0.8)} ${num(r * 0.24)}h-${num(r * 1.4)}q-${num(r * 0.5)} 0-${num(r * 0.8)}-${num(r * 0.24)}Z`,
      mix(color, paint.ink, 0.14),
    ) +
    circle(x + handle * r * 0.98, rim + r * 0.42, r * 0.34, 'none', {
      stroke: mix(color, paint.ink, 0.08),
      'stroke-width': r * 0.17,
    }) +
    box(x - r * 0.44, y - r * 0.2, r * 0.88, r * 0.24, mix(color, paint.ink, 0.2), r * 0.06) +
    clipped(
      id,
      path(`M${x - r} ${num(rim)}h${2 * r}a${r} ${r} 0 0 1-${2 * r} 0Z`, '#fff'),
      box(x - r, rim, 2 * r, r, color),
      circle(x, rim, r * 0.72, band),
      circle(x, rim, r * 0.46, color),
      circle(x, rim, r * 0.24, band),
    ) +
    box(x - r * 1.04, rim - r * 0.09, r * 2.08, r * 0.13, band, r * 0.065)
  );
}

function cups(): string {
  const pale = mix(paint.dawn, paint.white, 0.7);
  return (
    steam(212, 312, 44, 3, paint.white) +
    steam(158, 322, 36, 2, pale) +
    steam(266, 322, 36, 2, pale) +
    cup(212, 524, 122, paint.ink, paint.beacon, -1) +
    cup(690, 562, 84, paint.violet, paint.dawn, 1) +
    steam(674, 434, 24, 3, paint.white) +
    steam(708, 434, 24, 3, pale)
  );
}

/** Crescents on a plate. */
function pastry(): string {
  const crescent = (x: number, y: number, turn: number) =>
    group(
      moveTo(x, y, turn),
      path('M-40 12a42 42 0 0 1 80 0q-14-4-20 4a22 22 0 0 0-40 0q-6-8-20-4Z', shade.beacon),
      stroke('M-15-12l6 14M0-20v17M15-12l-6 14', mix(shade.beacon, '#7c4a33', 0.45), 4),
    );
  return group(
    moveTo(-104, 88),
    path('M490 470h176q-12 18-44 18h-88q-32 0-44-18Z', mix(paint.sea, paint.ink, 0.16)),
    box(482, 462, 192, 10, paint.sea, 5),
    crescent(540, 450, -6),
    crescent(622, 450, 8),
    crescent(581, 420, 2),
  );
}
