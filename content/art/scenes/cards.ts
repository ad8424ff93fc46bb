import { mix, paint } from '../palette.ts';
import { skins } from '../people/looks.ts';
import { box, circle, drawing, glow, group, moveTo, num, path, stroke } from '../svg.ts';

type Sign = 'question' | 'lines' | 'sun' | 'speech';

interface Hand {
  /** As for `moveTo`: where, how far turned, how large. */
  readonly at: readonly [x: number, y: number, turn: number, scale: number];
  readonly skin: string;
  readonly sleeve: string;
  readonly card: string;
  readonly sign: Sign;
}

/** From back to front. */
const hands: readonly Hand[] = [
  { at: [92, 262, -9, 0.82], skin: skins.sand, sleeve: paint.harbor, card: paint.white, sign: 'lines' },
  { at: [292, 226, 5, 0.84], skin: skins.umber, sleeve: paint.dawn, card: paint.beacon, sign: 'question' },
  { at: [494, 216, -4, 0.82], skin: skins.shell, sleeve: paint.tide, card: paint.white, sign: 'sun' },
  { at: [708, 256, 10, 0.84], skin: skins.clay, sleeve: paint.violet, card: paint.foam, sign: 'question' },
  { at: [192, 372, -6, 1.12], skin: skins.clay, sleeve: paint.violet, card: paint.dawn, sign: 'question' },
  { at: [398, 350, 3, 1.16], skin: skins.shell, sleeve: paint.ink, card: paint.white, sign: 'question' },
  { at: [606, 376, 8, 1.12], skin: skins.chestnut, sleeve: paint.beacon, card: paint.lilac, sign: 'speech' },
  { at: [64, 478, -12, 0.84], skin: skins.umber, sleeve: paint.beacon, card: paint.white, sign: 'sun' },
  { at: [300, 492, 7, 0.8], skin: skins.bronze, sleeve: paint.foam, card: paint.beacon, sign: 'lines' },
  { at: [502, 500, -7, 0.8], skin: skins.sand, sleeve: paint.dawn, card: paint.foam, sign: 'question' },
  { at: [736, 480, 11, 0.84], skin: skins.shell, sleeve: paint.harbor, card: paint.dawn, sign: 'sun' },
];

/** Question time: cards held up by many hands, the small ones in front. */
export function drawCards(): string {
  return drawing(800, 600, air(), ...hands.map(hand));
}

function air(): string {
  return (
    box(0, 0, 800, 600, paint.sea) +
    glow(400, 640, paint.sea, paint.foam, [620, 0.16], [520, 0.34], [420, 0.56], [320, 0.8])
  );
}

/** An arm from below the picture; its card leans with it. */
function hand({ at, skin, sleeve, card, sign }: Hand): string {
  const shaded = mix(skin, '#5a2418', 0.2);
  return group(
    moveTo(...at),
    stroke('M0 40V110', shaded, 34),
    box(-31, 96, 62, 460, sleeve, 20),
    box(-36, 92, 72, 26, mix(sleeve, '#ffffff', 0.24), 13),
    [-24, -8, 8, 24]
      .map((finger, index) => stroke(`M${finger} 8V${num(-6 - [2, 8, 8, 3][index]!)}`, shaded, 15))
      .join(''),
    box(-32, 2, 64, 66, skin, 26),
    box(-64, -112, 128, 112 + 22, mix(card, paint.ink, 0.12), 14),
    box(-64, -116, 128, 112 + 22, card, 14),
    drawSign(sign, card),
    stroke('M25 46Q30 26 17 8', skin, 19),
    stroke('M21 11q-4-6-8-5', mix(skin, '#ffffff', 0.45), 6),
  );
}

function drawSign(sign: Sign, card: string): string {
  const line = card === paint.dawn || card === paint.beacon ? paint.ink : paint.harbor;
  switch (sign) {
    case 'question':
      return stroke('M-19-70a19 19 0 1 1 28 17q-9 5-9 16', line, 10) + circle(0, -18, 6.4, line);
    case 'lines':
      return stroke('M-40-84h80M-40-62h64M-40-40h72', line, 7);
    case 'sun':
      return (
        stroke('M-38-34a38 38 0 0 1 76 0', line, 8) +
        path('M-21-34a21 21 0 0 1 42 0Z', paint.dawn) +
        stroke('M-44-20H44', line, 7)
      );
    case 'speech':
      return (
        path('M-40-62a28 28 0 0 1 28-28h24a28 28 0 0 1 0 56H-8l-22 16v-21a28 28 0 0 1-10-23Z', paint.violet) +
        [-16, 0, 16].map((at) => circle(at, -62, 5, paint.white)).join('')
      );
  }
}
