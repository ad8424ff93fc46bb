import { paint } from '../palette.ts';
import { takeTurns } from '../seed.ts';
import type { HairStyle } from './hair.ts';

export interface Look {
  readonly skin: string;
  /** Also the color of a scarf or a turban. */
  readonly hair: string;
  readonly style: HairStyle;
  readonly body: string;
  readonly glasses?: boolean;
  readonly beard?: boolean;
}

type Person = Omit<Look, 'body'>;

export const skins = {
  umber: '#5f3726',
  chestnut: '#7c4a33',
  bronze: '#9a6142',
  clay: '#c98a5f',
  sand: '#e3ab82',
  shell: '#f0c7a4',
} as const;

export const hairs = {
  night: '#160f12',
  black: '#2a1a17',
  brown: '#5a3423',
  honey: '#a8682c',
  copper: '#b5502f',
  silver: '#cfd8dc',
} as const;

const adults: readonly Person[] = [
  { skin: skins.clay, hair: hairs.black, style: 'bob' },
  { skin: skins.umber, hair: hairs.night, style: 'cap', beard: true },
  { skin: skins.shell, hair: hairs.copper, style: 'bun' },
  { skin: skins.bronze, hair: paint.violet, style: 'scarf' },
  { skin: skins.sand, hair: hairs.silver, style: 'part', glasses: true },
  { skin: skins.chestnut, hair: hairs.night, style: 'afro' },
  { skin: skins.shell, hair: hairs.honey, style: 'long' },
  { skin: skins.clay, hair: paint.beacon, style: 'turban', beard: true },
  { skin: skins.sand, hair: hairs.black, style: 'part' },
  { skin: skins.umber, hair: hairs.black, style: 'bun', glasses: true },
  { skin: skins.shell, hair: hairs.brown, style: 'bald', beard: true },
  { skin: skins.bronze, hair: hairs.black, style: 'curls' },
];

const children: readonly Person[] = [
  { skin: skins.chestnut, hair: hairs.night, style: 'pigtails' },
  { skin: skins.shell, hair: hairs.honey, style: 'cap' },
  { skin: skins.clay, hair: hairs.black, style: 'pony' },
  { skin: skins.umber, hair: hairs.night, style: 'curls' },
  { skin: skins.sand, hair: hairs.brown, style: 'bob' },
  { skin: skins.bronze, hair: hairs.black, style: 'part', glasses: true },
  { skin: skins.shell, hair: hairs.copper, style: 'pigtails' },
  { skin: skins.chestnut, hair: hairs.night, style: 'afro' },
];

export interface Cast {
  adult: () => Look;
  child: () => Look;
}

/** People for one scene, dressed in its colors: neighbors always differ, and a seed always gives the same people. */
export function cast(seed: string, bodies: readonly string[]): Cast {
  const nextBody = takeTurns(`${seed} bodies`, bodies);
  const nextAdult = takeTurns(`${seed} adults`, adults);
  const nextChild = takeTurns(`${seed} children`, children);
  const dress = (person: Person): Look => {
    const body = nextBody();
    return { ...person, body: body === person.hair ? nextBody() : body };
  };
  return { adult: () => dress(nextAdult()), child: () => dress(nextChild()) };
}
