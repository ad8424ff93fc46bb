import { mix, type Paint, paint } from './palette.ts';
import { face } from './people/head.ts';
import { cast, type Look } from './people/looks.ts';
import { takeTurns } from './seed.ts';
import { box, circle, drawing, num, path, rings, stroke } from './svg.ts';

interface Setting {
  readonly sky: Paint;
  readonly arcs: readonly [Paint, Paint, Paint];
  readonly body: Paint;
}

const settings: readonly [Setting, ...Setting[]] = [
  { sky: 'harbour', arcs: ['sea', 'foam', 'beacon'], body: 'ink' },
  { sky: 'lilac', arcs: ['white', 'dawn', 'beacon'], body: 'violet' },
  { sky: 'tide', arcs: ['harbour', 'sea', 'foam'], body: 'dawn' },
  { sky: 'dawn', arcs: ['beacon', 'mist', 'lilac'], body: 'harbour' },
  { sky: 'foam', arcs: ['sea', 'harbour', 'beacon'], body: 'white' },
  { sky: 'violet', arcs: ['lilac', 'dawn', 'beacon'], body: 'ink' },
  { sky: 'beacon', arcs: ['dawn', 'white', 'foam'], body: 'sea' },
  { sky: 'sea', arcs: ['foam', 'lilac', 'white'], body: 'violet' },
  { sky: 'ink', arcs: ['violet', 'lilac', 'dawn'], body: 'foam' },
];

/** Portraits in the order of the programme: neighbours differ in face, dress and sky. 800 × 800. */
export function drawSpeakerPortraits(count: number): string[] {
  const people = cast('speakers of the day', [paint.ink]);
  const nextSetting = takeTurns('skies', settings);
  return Array.from({ length: count }, (_, index) => {
    const setting = nextSetting();
    const look = { ...people.adult(), body: paint[setting.body] };
    return drawPortrait(look, setting, index % 2 ? -1 : 1);
  });
}

/** The face stays within the circle that any crop of the page leaves. */
function drawPortrait(look: Look, { sky, arcs }: Setting, side: 1 | -1): string {
  const [outer, middle, inner] = arcs.map((name) => paint[name]) as [string, string, string];
  const x = 400 + side * 130;
  return drawing(
    800,
    800,
    box(0, 0, 800, 800, paint[sky]),
    rings(x, 700, [
      [610, outer],
      [470, middle],
      [330, inner],
    ]),
    bust(look),
    face(look, 400, 366, 132, side * -0.55),
  );
}

function bust(look: Look): string {
  const fold = mix(look.body, look.body === paint.white ? paint.harbour : '#000000', 0.14);
  const shirt = look.body === paint.foam || look.body === paint.white ? paint.harbour : paint.white;
  const r = 268;
  return (
    path(`M${400 - r} 800V${592 + r - 40}a${r} ${r} 0 0 1 ${2 * r} 0V800Z`, look.body) +
    path('M318 570L400 742L482 570Z', shirt) +
    path('M340 440h120v112a60 60 0 0 1-120 0Z', mix(look.skin, '#5a2418', 0.24)) +
    path(`M330 556L400 ${num(742)}L316 700L286 600Z`, fold) +
    path(`M470 556L400 ${num(742)}L484 700L514 600Z`, fold) +
    stroke('M400 742V800', fold, 6) +
    circle(400, 776, 6, shirt)
  );
}
