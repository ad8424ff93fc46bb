import { mix, paint, shade } from '../palette.ts';
import { hairs, skins } from '../people/looks.ts';
import { limb } from '../people/person.ts';
import { box, circle, clipped, dome, drawing, glow, group, moveTo, path, stroke } from '../svg.ts';

const table = { x: 408, y: 306, r: 204 };

type Top = 'short' | 'bun' | 'long' | 'pigtails' | 'curls' | 'scarf';

interface Maker {
  /** Degrees around the table; 0 is at the right, 90 at the bottom. */
  readonly at: number;
  readonly skin: string;
  readonly hair: string;
  readonly top: Top;
  readonly body: string;
  readonly size: number;
  /** How far each hand reaches over the table, and to which side. */
  readonly reach: readonly [number, number];
}

const { umber, shell, clay, bronze, chestnut, sand } = skins;
const { night, copper, black, silver, honey } = hairs;

const makers: readonly Maker[] = [
  { at: 22, skin: umber, hair: night, top: 'curls', body: paint.dawn, size: 1.06, reach: [70, 44] },
  { at: 66, skin: shell, hair: copper, top: 'pigtails', body: paint.harbor, size: 0.82, reach: [62, 66] },
  { at: 112, skin: clay, hair: black, top: 'long', body: paint.violet, size: 1.06, reach: [48, 72] },
  { at: 160, skin: bronze, hair: night, top: 'short', body: paint.beacon, size: 0.84, reach: [58, 50] },
  { at: 206, skin: shell, hair: silver, top: 'bun', body: paint.ink, size: 1.06, reach: [64, 50] },
  { at: 252, skin: chestnut, hair: night, top: 'short', body: paint.sea, size: 0.84, reach: [74, 44] },
  { at: 294, skin: sand, hair: paint.lilac, top: 'scarf', body: paint.dawn, size: 1.04, reach: [46, 66] },
  { at: 338, skin: sand, hair: honey, top: 'long', body: paint.foam, size: 0.84, reach: [52, 60] },
];

/** Seen from above: a round table, adults and children working on one large sheet. */
export function drawWorkshop(): string {
  return drawing(800, 600, floorboards(), ...makers.map(chair), top(), ...makers.map(maker), things());
}

function floorboards(): string {
  return (
    box(0, 0, 800, 600, paint.lilac) +
    glow(table.x, table.y, paint.lilac, paint.white, [470, 0.3], [390, 0.62]) +
    circle(table.x, table.y, 310, paint.mist)
  );
}

function chair({ at, size }: Maker): string {
  return group(
    `${moveTo(table.x, table.y, at)} ${moveTo(table.r + 62, 0, 0, size)}`,
    path('M-30-46a56 56 0 0 1 60 92a46 46 0 0 1-60 0Z', shade.lilac),
    stroke('M34-38a52 52 0 0 1 0 76', paint.violet, 12),
  );
}

function top(): string {
  const { x, y, r } = table;
  return (
    circle(x + 4, y + 16, r, mix(paint.lilac, paint.ink, 0.22)) +
    circle(x, y, r, shade.beacon) +
    circle(x, y, r - 9, mix(paint.beacon, paint.white, 0.42)) +
    clipped(
      'grain',
      circle(x, y, r - 9, '#fff'),
      ...[60, 110, 160].map((ring) =>
        circle(x - 150, y + 190, ring + 130, 'none', {
          stroke: mix(paint.beacon, paint.white, 0.26),
          'stroke-width': 9,
        }),
      ),
    )
  );
}

/** Drawn at the right of the table, then rotated into place. */
function maker({ at, skin, hair, top: crown, body, size, reach }: Maker): string {
  const sleeve = mix(body, paint.ink, 0.12);
  const arms =
    limb([2, -44], [-reach[0] - 26, -24], 16, 25, sleeve, skin) +
    limb([2, 44], [-reach[1] - 26, 22], -16, 25, sleeve, skin);
  return group(
    `${moveTo(table.x, table.y, at)} ${moveTo(table.r + 26, 0, 0, size)}`,
    arms,
    box(-26, -60, 58, 120, body, 29),
    crownOf(crown, hair, skin),
  );
}

function crownOf(crown: Top, hair: string, skin: string): string {
  const gloss = mix(hair, paint.white, 0.16);
  const nose = circle(-33, 0, 6, skin);
  const skull = circle(-4, 0, 32, hair);
  switch (crown) {
    case 'short':
      return nose + circle(-8, 0, 30, skin) + circle(0, 0, 31, hair) + stroke('M-14-18q22 4 34 20', gloss, 4);
    case 'bun':
      return (
        nose +
        skull +
        circle(14, 0, 17, mix(hair, paint.ink, 0.14)) +
        stroke('M-26-12q14 6 22 12q-8 6-22 12', gloss, 4)
      );
    case 'long':
      return (
        nose +
        path('M-8-34a34 34 0 0 1 30 4q26 14 26 30t-26 30a34 34 0 0 1-30 4Z', hair) +
        skull +
        stroke('M-32 0H34', gloss, 4)
      );
    case 'pigtails':
      return (
        nose + circle(10, -38, 14, hair) + circle(10, 38, 14, hair) + skull + stroke('M-32 0H24', gloss, 4)
      );
    case 'curls':
      return (
        nose +
        [0, 45, 90, 135, 180, 225, 270, 315]
          .map((angle) => group(moveTo(0, 0, angle), circle(23, 0, 16, hair)))
          .join('') +
        circle(0, 0, 27, hair) +
        stroke('M-12-10a14 14 0 0 1 22-2M-4 14a14 14 0 0 0 20-6', gloss, 4)
      );
    case 'scarf':
      return (
        nose +
        path('M-12-37q70 0 70 37t-70 37Z', mix(hair, paint.ink, 0.08)) +
        circle(-5, 0, 36, hair) +
        stroke('M-26-20q20 20 0 40', mix(hair, paint.violet, 0.4), 4)
      );
  }
}

function things(): string {
  return sheet() + laptop() + notes() + cups() + pens();
}

/** What they are making: the event's mark, half colored in. */
function sheet(): string {
  return group(
    moveTo(table.x - 6, table.y + 2, -14),
    box(-98, -66, 200, 144, mix(paint.beacon, paint.ink, 0.16), 6),
    box(-100, -72, 200, 144, paint.white, 6),
    dome(0, 38, 78, paint.sea),
    dome(0, 38, 58, paint.foam),
    dome(0, 38, 40, paint.dawn),
    dome(0, 38, 22, paint.beacon),
    stroke('M-84 38H84', paint.ink, 5),
    stroke('M-70 54q14-9 28 0t28 0t28 0', paint.sea, 4),
    stroke('M-80-52h34', paint.lilac, 6),
  );
}

function laptop(): string {
  return group(
    moveTo(table.x + 112, table.y - 92, 34),
    box(-40, -29, 80, 58, paint.tide, 7),
    box(-33, -23, 66, 30, paint.ink, 3),
    ...[-22, -11, 0, 11, 22].map(
      (x) => box(x - 4, -18, 8, 6, shade.sea, 1.5) + box(x - 4, -8, 8, 6, shade.sea, 1.5),
    ),
    box(-12, 12, 24, 12, paint.sea, 3),
  );
}

function notes(): string {
  const note = (x: number, y: number, turn: number, color: string) =>
    group(
      moveTo(table.x + x, table.y + y, turn),
      box(-19, -19, 38, 38, color, 3),
      stroke('M-10-7h20M-10 2h14', paint.ink, 3),
    );
  return (
    note(-108, -96, 16, paint.dawn) +
    note(-66, -126, -8, paint.lilac) +
    note(112, 88, -20, paint.foam) +
    note(62, 128, 10, paint.dawn)
  );
}

function cups(): string {
  const cup = (x: number, y: number, color: string, drink: string, turn: number) =>
    group(
      moveTo(table.x + x, table.y + y, turn),
      circle(2, 5, 22, mix(paint.beacon, paint.ink, 0.16)),
      stroke('M18 0h12', color, 9),
      circle(0, 0, 22, color),
      circle(0, 0, 16, drink),
      stroke('M-7-5a9 9 0 0 1 14 0', mix(drink, '#ffffff', 0.5), 3),
    );
  return (
    cup(-138, 40, paint.white, '#7c4a33', 160) +
    cup(20, -142, paint.harbor, paint.dawn, 300) +
    cup(146, 6, paint.violet, '#7c4a33', 70)
  );
}

function pens(): string {
  const pen = (x: number, y: number, turn: number, color: string) =>
    group(
      moveTo(table.x + x, table.y + y, turn),
      stroke('M-22 0H18', color, 8),
      stroke('M20 0h4', paint.ink, 5),
    );
  return pen(-44, 118, 28, paint.violet) + pen(-6, 142, -24, paint.dawn) + pen(62, -104, 70, paint.harbor);
}
