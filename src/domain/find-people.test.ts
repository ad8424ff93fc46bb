import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Findable, findPeople, indexPeople } from './find-people.ts';

let lastOrder = 0;
function person(name: string, more: Partial<Findable> = {}): Findable {
  const [firstName, ...rest] = name.split(' ');
  lastOrder += 1;
  return {
    firstName: firstName!,
    lastName: rest.join(' '),
    organization: null,
    order: lastOrder,
    shortCode: '',
    phoneEnd: null,
    isValid: true,
    ...more,
  };
}

const PEOPLE = [
  person('José García'),
  person('Jordan Sample', { organization: 'Sample School' }),
  person('Jane Example', { organization: 'Sample School' }),
  person('Siobhán O’Brien'),
  person('Anna van der Berg'),
  person('Katharina Großmann'),
  person('Søren Łukasz'),
  person('Johnson Avery', { order: 42, phoneEnd: '0042' }),
  person('Avery Johnson', { order: 4711, phoneEnd: '5555', shortCode: 'AN2A' }),
  person('Mei-Ling Wong'),
  person('Alexandra Montgomery'),
  person('陳 大文'),
];

const index = indexPeople(PEOPLE, 'DSS');
const find = (query: string) =>
  findPeople(index, query).map((one) => `${one.firstName} ${one.lastName}`.trim());

describe('searching for people at a door (R-DOOR-9)', () => {
  test.each([
    ['the whole name', 'Alexandra Montgomery', ['Alexandra Montgomery']],
    ['the last name first', 'montgomery alexandra', ['Alexandra Montgomery']],
    ['with a comma', 'Montgomery, Alexandra', ['Alexandra Montgomery']],
    ['the beginning', 'montg', ['Alexandra Montgomery']],
    ['an initial', 'j sample', ['Jordan Sample', 'Jane Example']],
    ['without accents', 'jose garcia', ['José García']],
    ['with accents in another form', 'José García'.normalize('NFD'), ['José García']],
    ['letters without their stroke', 'soren lukasz', ['Søren Łukasz']],
    ['ss for ß', 'grossmann', ['Katharina Großmann']],
    ['without an apostrophe', 'obrien', ['Siobhán O’Brien']],
    ['with another apostrophe', "o'brien", ['Siobhán O’Brien']],
    ['with a space instead', 'o brien', ['Siobhán O’Brien']],
    ['without spaces', 'vanderberg', ['Anna van der Berg']],
    ['part of a name with spaces', 'berg', ['Anna van der Berg']],
    ['without a hyphen', 'meiling', ['Mei-Ling Wong']],
    ['a letter too many', 'monttgomery', ['Alexandra Montgomery']],
    ['a letter missing', 'mongomery', ['Alexandra Montgomery']],
    ['a wrong letter', 'montgomary', ['Alexandra Montgomery']],
    ['two letters swapped', 'motngomery', ['Alexandra Montgomery']],
    ['two typos in a long name', 'motngomary', ['Alexandra Montgomery']],
    ['a typo before the name is finished', 'mnotg', ['Alexandra Montgomery']],
    ['a middle name that nobody registered', 'alexandra marie montgomery', ['Alexandra Montgomery']],
    ['the organization', 'sample school', ['Jordan Sample', 'Jane Example']],
    ['a name and the organization', 'jane school', ['Jane Example']],
    ['a number', 'DSS000042', ['Johnson Avery']],
    ['a number as people type it', 'dss 42', ['Johnson Avery']],
    ['its digits', '42', ['Johnson Avery']],
    ['the end of a phone number', '5555', ['Avery Johnson']],
    ['a short code', 'an2a', ['Avery Johnson']],
    ['another script', '大文', ['陳 大文']],
    ['nobody', 'zzyzx', []],
    ['nothing', '  -  ', []],
    ['another person’s typo', 'jamie', []],
  ])('works with %s: %s', (_, query, expected) => {
    expect(find(query)).toEqual(expected);
  });

  test('ranks last names before first names, whole words before prefixes, and both before typos', () => {
    const like = indexPeople(
      ['Smith Zed', 'Ann Smithson', 'Zed Smyth', 'Ann Smith'].map((name) => person(name)),
      'DSS',
    );
    expect(findPeople(like, 'smith').map((one) => `${one.firstName} ${one.lastName}`)).toEqual([
      'Ann Smith',
      'Smith Zed',
      'Ann Smithson',
      'Zed Smyth',
    ]);
  });

  test('ranks a canceled ticket after valid ones that match as well, but before those that match less', () => {
    const names = ['Ann Smithson', 'Zed Smith', 'Ann Smith'].map((name) =>
      person(name, { isValid: name !== 'Ann Smith' }),
    );
    const found = findPeople(indexPeople(names, 'DSS'), 'smith');
    expect(found.map((one) => `${one.firstName} ${one.lastName}`)).toEqual([
      'Zed Smith',
      'Ann Smith',
      'Ann Smithson',
    ]);
  });

  test('ranks a short code before names', () => {
    const annas = indexPeople(
      [...Array.from({ length: 40 }, () => person('Anna Sample')), person('Zed Last', { shortCode: 'ANNA' })],
      'DSS',
    );
    const found = findPeople(annas, 'anna');
    expect([found.length, found[0]!.lastName]).toEqual([30, 'Last']);
  });

  test('finds names of four letters or more despite one typo', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const letter = fc.constantFrom(...letters);
    const name = fc.array(letter, { minLength: 4, maxLength: 14 }).map((all) => all.join(''));
    const typo = fc.record({
      kind: fc.constantFrom('add', 'leave out', 'change', 'swap'),
      at: fc.nat(),
      letter,
    });
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 5 }), typo, (lastName, others, made) => {
        const typed = mistype(lastName, made);
        if (typed.length < 4) return;
        const everybody = [lastName, ...others].map((one) => person(`Ada ${one}`));
        const found = findPeople(indexPeople(everybody, 'DSS'), typed);
        expect(found).toContain(everybody[0]);
      }),
    );
  });
});

function mistype(name: string, { kind, at, letter }: { kind: string; at: number; letter: string }): string {
  const place = at % name.length;
  const [before, here, after] = [name.slice(0, place), name[place]!, name.slice(place + 1)];
  switch (kind) {
    case 'add':
      return before + letter + here + after;
    case 'leave out':
      return before + after;
    case 'change':
      return before + letter + after;
    default:
      return before + after.slice(0, 1) + here + after.slice(1);
  }
}
