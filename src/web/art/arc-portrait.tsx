import { type Paint, paint } from './palette.ts';
import { pick, seededNumbers } from './seed.ts';

type Dress = { sky: Paint; arcs: readonly [Paint, Paint]; body: Paint; skin: string; hair: string };

const dresses: readonly [Dress, ...Dress[]] = [
  { sky: 'harbor', arcs: ['sea', 'foam'], body: 'ink', skin: '#c98a5f', hair: '#2a1a17' },
  { sky: 'lilac', arcs: ['white', 'dawn'], body: 'violet', skin: '#7c4a33', hair: '#1d1417' },
  { sky: 'tide', arcs: ['sea', 'beacon'], body: 'foam', skin: '#9a6142', hair: '#10182a' },
  { sky: 'dawn', arcs: ['beacon', 'mist'], body: 'harbor', skin: '#e3ab82', hair: '#5a3423' },
  { sky: 'foam', arcs: ['lilac', 'violet'], body: 'ink', skin: '#f0c7a4', hair: '#8a5a2b' },
  { sky: 'violet', arcs: ['lilac', 'dawn'], body: 'beacon', skin: '#5f3726', hair: '#160f12' },
];

const hairs = {
  cap: 'M68 92a32 32 0 0 1 64 0q-32-14-64 0Z',
  bob: 'M64 124V92a36 36 0 0 1 72 0v32h-12V94q-24-2-34-14q-4 12-14 15v29Z',
  bun: 'M68 92a32 32 0 0 1 64 0q-32-14-64 0ZM86 52a14 14 0 0 1 28 0a14 14 0 0 1-28 0Z',
  curls:
    'M66 98a15 15 0 0 1 2-24a18 18 0 0 1 24-16a18 18 0 0 1 24 2a17 17 0 0 1 17 15a15 15 0 0 1 1 23q-10-18-34-18t-34 18Z',
  scarf: 'M60 150V94a40 40 0 0 1 80 0v56q-40 20-80 0ZM74 96a26 30 0 0 0 52 0a26 28 0 0 0-52 0Z',
} as const;

/** A drawn person before arcs, for a speaker without a photograph. The same seed draws the same person. */
export function ArcPortrait({ seed, className }: { seed: string; className?: string }) {
  const next = seededNumbers(seed);
  const { sky, arcs, body, skin, hair } = pick(next, dresses);
  const hairPath = pick(next, [hairs.cap, hairs.bob, hairs.bun, hairs.curls, hairs.scarf]);
  const centerX = 60 + Math.round(next() * 80);
  const glasses = next() < 0.3;
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true" className={className}>
      <path fill={paint[sky]} d="M0 0H200V130H0Z" />
      <circle cx={centerX} cy="200" r="164" fill={paint[arcs[0]]} />
      <circle cx={centerX} cy="200" r="112" fill={paint[arcs[1]]} />
      <path fill={paint[body]} d="M32 212a68 68 0 0 1 136 0Z" />
      <path fill={skin} d="M88 118h24v26a12 12 0 0 1-24 0Z" />
      <circle cx="100" cy="98" r="31" fill={skin} />
      <Smile />
      <path fill={hair} fillRule="evenodd" d={hairPath} />
      {glasses && (
        <path
          d="M77 100a9 9 0 0 0 18 0a9 9 0 0 0-18 0Zm28 0a9 9 0 0 0 18 0a9 9 0 0 0-18 0Zm-10 0h10"
          fill="none"
          stroke={paint.ink}
          strokeWidth="3"
        />
      )}
    </svg>
  );
}

function Smile() {
  return (
    <g fill="none" stroke={paint.ink} strokeLinecap="round">
      <path d="M88 100v.1m24-.1v.1" strokeWidth="5" />
      <path d="M92 112q8 8 16 0" strokeWidth="2.6" />
    </g>
  );
}
