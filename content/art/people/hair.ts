export type HairStyle = keyof typeof hair;

interface HairShape {
  /** Lies behind the head. */
  readonly behind?: string;
  readonly front: string;
  /** As seen by somebody who stands behind the person. */
  readonly away: string;
  readonly ears?: true;
}

const skull = 'M-33 0a33 33 0 0 1 66 0q0 17-11 24q-22 9-44 0q-11-7-11-24Z';
const parted = 'M-33 0a33 33 0 0 1 66 0q-4-11-13-15q-22 2-36-9q-9 10-17 24Z';
const long = 'M-39 52V-4a39 39 0 0 1 78 0v56q-39 13-78 0Z';
const curls = 'M-34 0a15 15 0 0 1 2-24a18 18 0 0 1 24-16a18 18 0 0 1 24 2a17 17 0 0 1 17 15a15 15 0 0 1 1 23';

/** Outlines around a head of radius 31 at 0, 0. */
const hair = {
  cap: { front: 'M-32-6a32 32 0 0 1 64 0q-32-14-64 0Z', away: skull, ears: true },
  part: { front: parted, away: skull, ears: true },
  bald: { front: '', away: '', ears: true },
  bob: {
    front: 'M-36 26V-4a36 36 0 0 1 72 0v30h-12V-4q-24-2-34-14q-4 12-14 15v29Z',
    away: 'M-37 28V-4a37 37 0 0 1 74 0v32q-37 9-74 0Z',
  },
  bun: {
    front: 'M-32-6a32 32 0 0 1 64 0q-32-14-64 0ZM-14-44a14 14 0 0 1 28 0a14 14 0 0 1-28 0Z',
    away: `${skull}M-15-36a15 15 0 0 1 30 0a15 15 0 0 1-30 0Z`,
    ears: true,
  },
  curls: { front: `${curls}q-10-18-34-18t-34 18Z`, away: `${curls}q4 20-12 26q-22 9-46 0q-14-8-10-26Z` },
  afro: {
    behind: 'M-47-8a47 47 0 0 1 94 0a47 47 0 0 1-94 0Z',
    front: 'M-33-4a33 33 0 0 1 66 0q-14-13-33-13t-33 13Z',
    away: 'M-47-8a47 47 0 0 1 94 0a47 47 0 0 1-94 0Z',
  },
  long: { behind: long, front: 'M-35 6V-2a35 35 0 0 1 70 0v8q-25-4-35-23q-10 19-35 23Z', away: long },
  pony: {
    behind: 'M18-28q40-8 40 26q0 22-14 36q0-34-26-42Z',
    front: parted,
    away: `${skull}M-12-14h24q12 34 0 60q-12 16-24 0q-12-26 0-60Z`,
    ears: true,
  },
  pigtails: {
    behind: 'M-54 12a15 15 0 0 1 30 0a15 15 0 0 1-30 0ZM24 12a15 15 0 0 1 30 0a15 15 0 0 1-30 0Z',
    front: 'M-34 6V-2a34 34 0 0 1 68 0v8q-24-4-34-21q-10 17-34 21Z',
    away: `${skull}M-54 10a15 15 0 0 1 30 0a15 15 0 0 1-30 0ZM24 10a15 15 0 0 1 30 0a15 15 0 0 1-30 0Z`,
  },
  scarf: {
    front: 'M-40 50V-4a40 40 0 0 1 80 0v54q-40 22-80 0ZM-26-2a26 29 0 0 0 52 0a26 25 0 0 0-52 0Z',
    away: 'M-40 52V-4a40 40 0 0 1 80 0v56q-40 20-80 0Z',
  },
  turban: {
    front: 'M-36-4q-6-42 36-42t36 42q-18-2-36-14q-18 12-36 14Z',
    away: 'M-36-2q-6-44 36-44t36 44q-36 20-72 0Z',
    ears: true,
  },
} as const satisfies Record<string, HairShape>;

export const hairShape = (style: HairStyle): HairShape => hair[style];
