import { mix, type Paint, paint } from './palette.ts';
import { face } from './people/head.ts';
import { cast, type Look } from './people/looks.ts';
import { takeTurns } from './seed.ts';
import { box, circle, clipped, drawing, path, stroke } from './svg.ts';

interface Setting {
  readonly sky: Paint;
  readonly arcs: readonly [Paint, Paint, Paint];
  readonly body: Paint;
}

const settings: readonly Setting[] = [
  { sky: 'harbor', arcs: ['sea', 'foam', 'beacon'], body: 'ink' },
  { sky: 'lilac', arcs: ['white', 'dawn', 'beacon'], body: 'violet' },
  { sky: 'tide', arcs: ['harbor', 'sea', 'foam'], body: 'dawn' },
  { sky: 'dawn', arcs: ['beacon', 'mist', 'lilac'], body: 'harbor' },
  { sky: 'foam', arcs: ['sea', 'harbor', 'beacon'], body: 'white' },
  { sky: 'violet', arcs: ['lilac', 'dawn', 'beacon'], body: 'ink' },
  { sky: 'beacon', arcs: ['dawn', 'white', 'foam'], body: 'sea' },
  { sky: 'sea', arcs: ['foam', 'lilac', 'white'], body: 'violet' },
  { sky: 'ink', arcs: ['violet', 'lilac', 'dawn'], body: 'foam' },
];

/** Portraits in the order of the program: neighbors differ in face, dress and sky. 800 × 800. */
export function drawSpeakerPortraits(count: number): string[] {
  const people = cast('speakers of the day', [paint.ink]);
  const nextSetting = takeTurns('skies', settings);
  return Array.from({ length: count }, (_, index) => {
    const setting = nextSetting();
    const look = { ...people.adult(), body: paint[setting.body] };
    return drawPortrait(look, setting, index);
  });
}

/** The face stays within the circle that every crop on the pages includes. */
function drawPortrait(look: Look, { sky, arcs }: Setting, index: number): string {
  const side = index % 2 ? -1 : 1;
  const x = 400 + side * 130;
  return drawing(
    800,
    800,
    box(0, 0, 800, 800, paint[sky]),
    ...arcs.map((name, index) => circle(x, 700, 610 - 140 * index, paint[name])),
    bust(look, garments[index % garments.length]!),
    face(look, 400, 384, 136, side * -0.4),
  );
}

type Garment = 'jacket' | 'knit' | 'shirt';

const garments: readonly Garment[] = ['jacket', 'knit', 'shirt', 'knit', 'jacket'];

function bust(look: Look, garment: Garment): string {
  const fold = mix(look.body, isPale(look) ? paint.harbor : '#000000', 0.16);
  const neck = path('M338 450h124v104a62 62 0 0 1-124 0Z', mix(look.skin, '#5a2418', 0.24));
  return path(shoulders, look.body) + cut(garment, look, fold, neck);
}

const shoulders = 'M110 842a290 290 0 0 1 580 0Z';
const isPale = (look: Look) => look.body === paint.foam || look.body === paint.white;

function cut(garment: Garment, look: Look, fold: string, neck: string): string {
  const inner = isPale(look) ? paint.harbor : paint.white;
  switch (garment) {
    case 'jacket':
      return (
        path('M322 560L400 742L478 560Z', inner) +
        neck +
        path('M332 556L400 742L312 702L278 604Z', fold) +
        path('M468 556L400 742L488 702L522 604Z', fold) +
        stroke('M400 742V800', fold, 6)
      );
    case 'knit':
      return (
        clipped(
          'yoke',
          path(shoulders, '#fff'),
          circle(400, 540, 206, 'none', { stroke: fold, 'stroke-width': 22 }),
          circle(400, 540, 164, 'none', { stroke: mix(look.body, inner, 0.7), 'stroke-width': 22 }),
          circle(400, 540, 122, 'none', { stroke: fold, 'stroke-width': 22 }),
        ) +
        path('M316 562a84 84 0 0 0 168 0l-8-8H324Z', fold) +
        neck
      );
    case 'shirt':
      return (
        neck +
        path('M334 548L400 640L352 680L296 590Z', mix(look.body, '#ffffff', 0.3)) +
        path('M466 548L400 640L448 680L504 590Z', mix(look.body, '#ffffff', 0.3)) +
        stroke('M400 644V800', fold, 6) +
        circle(400, 700, 7, inner) +
        circle(400, 760, 7, inner)
      );
  }
}
