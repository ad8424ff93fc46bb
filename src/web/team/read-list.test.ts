import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '#domain/csv.ts';
import { TRACKS } from '#domain/packages.ts';
import type { ListedPerson } from '#domain/team-list.ts';
import { readList } from './read-list.ts';

const ana: ListedPerson = { firstName: 'Ana', lastName: 'Núñez', email: 'ana@example.org', track: '' };

test.each([
  ['a name and an address', 'Ana Núñez, ana@example.org'],
  ['the form mail programs use', 'Ana Núñez <ana@example.org>'],
  ['words alone', 'Ana Núñez ana@example.org'],
  ['columns of a spreadsheet', 'Ana\tNúñez\tana@example.org'],
  ['semicolons', 'Ana;Núñez;ana@example.org'],
  ['a numbered list', '1,Ana,Núñez,ana@example.org'],
  ['quotes', '"Ana","Núñez","ana@example.org"'],
  ['blank lines around it', '\n  \nAna Núñez, ana@example.org\r\n\r\n'],
  ['headings', 'Email,Last name,First name\nana@example.org,Núñez,Ana'],
  ['a heading for the last name alone', 'Name\tSurname\tEmail\nAna\tNúñez\tana@example.org'],
  [
    'headings for the whole and the last name',
    'Full name,Family name,Email\nAna Núñez,Núñez,ana@example.org',
  ],
  ['headings for the first and the other name', 'First name,Name,Email\nAna,Núñez,ana@example.org'],
  ['headings for the first and the whole name', 'First name,Name,Email\nAna,Ana Núñez,ana@example.org'],
  ['forename and surname', 'Surname,Forename,Email\nNúñez,Ana,ana@example.org'],
  ['a quoted name', '"Ana Núñez" <ana@example.org>'],
  ['a quoted first name', '"Ana" Núñez\tana@example.org'],
  ['a quoted name, last name first', '"Núñez, Ana" <ana@example.org>'],
  ['last name first, as in Outlook', 'Núñez, Ana <ana@example.org>;'],
  ['a quoted column, last name first', '"Núñez, Ana","ana@example.org"'],
  ['a comma between the names', 'Ana, Núñez <ana@example.org>'],
  ['columns, with the address beside the last name', 'Ana\tNúñez <ana@example.org>'],
  [
    'columns, with somebody else in the last one',
    'Ana\tNúñez\tana@example.org\tmanager: Kim <kim@example.org>',
  ],
  ['a link', 'Ana Núñez <mailto:ana@example.org>'],
  ['a link that touches the name', 'Ana Núñez<mailto:ana@example.org>'],
  ['an address and its link', 'Ana Núñez <ana@example.org<mailto:ana@example.org>>'],
  ['headings and a note of two lines', 'Name,Email,Note\nAna Núñez,ana@example.org,"Tel 1\nkim@example.org"'],
  ['a name that touches its address', 'Ana Núñez<ana@example.org>'],
  ['a name in a column of its own', 'Ana\tNúñez\t<ana@example.org>'],
  ['a dash before the address', 'Ana Núñez – ana@example.org'],
  ['a colon before the address', 'Ana Núñez: ana@example.org'],
  ['a numbered line', '1. Ana Núñez ana@example.org'],
  ['a number that touches the name', '2)Ana Núñez, ana@example.org'],
  ['a bullet', '• Ana Núñez - ana@example.org'],
  ['columns, last name first', 'Núñez, Ana\tana@example.org'],
  ['semicolons, last name first', 'Núñez, Ana;ana@example.org'],
  ['headings, last name first', 'Name\tEmail\nNúñez, Ana\tana@example.org'],
  ['quoted columns with headings, last name first', 'Name,Email\n"Núñez, Ana",ana@example.org'],
  ['headings with one name', 'Nr;Name;E-Mail;School\n1;Ana Núñez;ana@example.org;North'],
])('a person is read from %s', (_, text) => {
  expect(readList(text)).toEqual([ana]);
});

test.each([
  ['Ana Núñez, ana@example.org, Caregiver', { ...ana, track: 'caregivers' }],
  ['Name,Email,Track\nAna Núñez,ana@example.org,PROFESSIONALS', { ...ana, track: 'professionals' }],
  ['Ana María Núñez, ana@example.org', { ...ana, firstName: 'Ana María' }],
  ['Ana Núñez', { ...ana, email: '' }],
  ['Ana, ana@example.org', { ...ana, lastName: '' }],
  ['ana@example.org', { ...ana, firstName: '', lastName: '' }],
  ['ana@example.org <mailto:ana@example.org>', { ...ana, firstName: '', lastName: '' }],
  ['"Núñez, Ana María, PhD" <ana@example.org>', { ...ana, firstName: 'Ana María' }],
  ['"Ana Núñez, PhD" <ana@example.org>', { ...ana, firstName: 'Ana Núñez PhD', lastName: '' }],
  ['Ana Núñez, North School <ana@example.org>', { ...ana, firstName: 'Ana Núñez', lastName: 'North School' }],
  ['Ana Núñez, PhD\tana@example.org', { ...ana, firstName: 'Ana Núñez, PhD', lastName: '' }],
  ['Núñez García, Ana\tana@example.org', { ...ana, firstName: 'Núñez García, Ana', lastName: '' }],
  ['Núñez, Ana María, PhD\tana@example.org', { ...ana, firstName: 'Ana María' }],
  ['Ana Núñez, PhD <ana@example.org>', { ...ana, firstName: 'Ana Núñez', lastName: 'PhD' }],
])('%j is read as %j', (text, person) => {
  expect(readList(text)).toEqual([person]);
});

const NOTES = `School,First,Last,Email,Notes
"North, Inc.",Ana,Núñez,ana@example.org,"vegan
assistant: k@example.org"
"South, Inc.",Bo,Beck,bo@example.org,`;

test.each([
  ['semicolons', 'Ana Núñez <ana@example.org>; Bo Beck <bo@example.org>;'],
  ['commas', 'Ana Núñez <ana@example.org>, Bo Beck <bo@example.org>'],
  ['commas and quotes', '"Ana Núñez" <ana@example.org>, "Bo Beck" <bo@example.org>'],
  ['semicolons, last names first', 'Núñez, Ana <ana@example.org>; Beck, Bo <bo@example.org>'],
  ['commas, last names first', 'Núñez, Ana <ana@example.org>, Beck, Bo <bo@example.org>'],
  ['commas and quotes, last names first', '"Núñez, Ana" <ana@example.org>, "Beck, Bo" <bo@example.org>'],
  ['spaces', 'Ana Núñez ana@example.org Bo Beck bo@example.org'],
  ['lines, after a quoted first name', '"Ana" Núñez\tana@example.org\nBo Beck\tbo@example.org'],
  ['lines, in quotes that pair across them', '"Ana Núñez;ana@example.org\nBo Beck";bo@example.org'],
  ['commas, also before the addresses', 'Ana Núñez, ana@example.org, Bo Beck, bo@example.org'],
  ['commas, and one in quotes', 'Ana Núñez <ana@example.org>, "Beck, Bo" <bo@example.org>'],
  ['semicolons, and one in quotes', 'Ana Núñez <ana@example.org>; "Beck, Bo" <bo@example.org>'],
  ['commas, in curly quotes', '“Núñez, Ana” <ana@example.org>, “Bo Beck” <bo@example.org>'],
  ['lines, with headings and notes', NOTES],
  ['one to a line, with another separator in each', 'Ana Núñez, ana@example.org\nBo Beck; bo@example.org'],
])('the recipients of a mail, between %s', (_, text) => {
  const bo = { firstName: 'Bo', lastName: 'Beck', email: 'bo@example.org', track: '' };
  expect(readList(text)).toEqual([ana, bo]);
});

test('a line with other separators than the first has a track, too', () => {
  const ben = { firstName: 'Ben', lastName: 'Two', email: 'ben@example.org', track: 'professionals' };
  expect(readList('Ana Núñez, ana@example.org\nBen Two; ben@example.org; professionals')).toEqual([ana, ben]);
  expect(readList('Ben; Two; ben@example.org; professionals\nAna, Núñez, ana@example.org')).toEqual([
    ben,
    ana,
  ]);
  expect(readList('Ana\tNúñez\tana@example.org\nprofessional, Ben Two, ben@example.org')).toEqual([ana, ben]);
});

test.each([
  'Ana Núñez <ana@example.org> caregivers; Bo Beck <bo@example.org> professionals',
  'Ana Núñez <ana@example.org>, caregivers; Bo Beck <bo@example.org>, professionals',
  'Ana Núñez <ana@example.org>, caregivers, Bo Beck <bo@example.org>, professionals',
  'Núñez, Ana <ana@example.org> caregivers; Beck, Bo <bo@example.org> professionals',
])('the recipients of a mail keep their tracks in %j', (text) => {
  expect(readList(text)).toEqual([
    { ...ana, track: 'caregivers' },
    { firstName: 'Bo', lastName: 'Beck', email: 'bo@example.org', track: 'professionals' },
  ]);
});

test('addresses alone have tracks, too', () => {
  expect(readList('ana@example.org caregivers; bo@example.org')).toEqual([
    { firstName: '', lastName: '', email: 'ana@example.org', track: 'caregivers' },
    { firstName: '', lastName: '', email: 'bo@example.org', track: '' },
  ]);
});

test('a recipient whose last name is in doubt has none', () => {
  const bo = { firstName: 'Bo', lastName: 'Beck', email: 'bo@example.org', track: '' };
  expect(readList('Ana Núñez, PhD <ana@example.org>; Beck, Bo <bo@example.org>')).toEqual([
    { ...ana, firstName: 'Ana Núñez, PhD', lastName: '' },
    bo,
  ]);
  for (const separator of [';', ','])
    expect(readList(`Bo Beck <bo@example.org>${separator} Núñez, Ana <ana@example.org>`)).toEqual([
      bo,
      { ...ana, firstName: 'Núñez, Ana', lastName: '' },
    ]);
  expect(readList('Bo Beck <bo@example.org>, Ana Núñez <ana@example.org>, North School')).toEqual([
    bo,
    ana,
    { firstName: 'North', lastName: 'School', email: '', track: '' },
  ]);
});

test('two addresses of one person are not two people', () => {
  expect(readList('Ana,Núñez,ana@example.org,office@example.org')).toEqual([ana]);
});

test('an empty list has no people', () => {
  expect(readList('')).toEqual([]);
  expect(readList(' \n,,\n;\n')).toEqual([]);
  expect(readList('First name,Last name,Email')).toEqual([]);
});

const word = fc
  .stringMatching(/^\p{Lu}\p{Ll}{1,9}$/u)
  .filter((one) => !/^(caregiver|professional)s?$/i.test(one));
const person: fc.Arbitrary<ListedPerson> = fc.record({
  firstName: word,
  lastName: word,
  email: fc.stringMatching(/^[a-z]{1,9}$/).map((name) => `${name}@example.org`),
  track: fc.constantFrom(...TRACKS, '' as const),
});
const FORMATS: readonly ((one: ListedPerson) => string)[] = [
  (one) => `${one.firstName} ${one.lastName}, ${one.email}, ${one.track}\n`,
  (one) => csvLine([one.firstName, one.lastName, one.email, one.track]),
  (one) => `${one.firstName}\t${one.lastName}\t${one.email}\t${one.track}\r\n`,
  (one) => `"${one.track}";"${one.email}";"${one.firstName}";"${one.lastName}"\r`,
];

test('every format yields the same people', () => {
  fc.assert(
    fc.property(fc.array(person, { maxLength: 12 }), fc.constantFrom(...FORMATS), (people, write) => {
      expect(readList(people.map(write).join(''))).toEqual(people);
    }),
  );
});

const WRITTEN: readonly ((one: ListedPerson) => string)[] = [
  (one) => `${one.firstName} ${one.lastName}, ${one.email}`,
  (one) => `"${one.firstName}" ${one.lastName}\t${one.email}`,
  (one) => `"${one.firstName} ${one.lastName}" <${one.email}>`,
  (one) => `"${one.lastName}, ${one.firstName}" <${one.email}>`,
  (one) => `1. ${one.firstName} ${one.lastName}: ${one.email}`,
];

test('however lines are written, nobody is lost or gets the name of somebody else', () => {
  const line = fc.tuple(person, fc.constantFrom(...WRITTEN));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const people = lines.map(([one]) => ({ ...one, track: '' }));
      expect(readList(lines.map(([one, write]) => write(one)).join('\n'))).toEqual(people);
    }),
  );
});

test('with headings, a quoted name may contain anything but a line break', () => {
  const anything = fc.string().map((text) => text.replaceAll(/[\t;\r\n]/g, '').trim());
  const people = fc.array(fc.record({ firstName: anything, lastName: anything, email: fc.emailAddress() }));
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(people, (rows) => {
      const lines = rows.map((row) => [row.lastName, row.firstName, row.email].map(quote).join(','));
      expect(readList(['Surname,Given name,Email', ...lines].join('\n'))).toEqual(
        rows.map((row) => ({ ...row, track: '' })),
      );
    }),
  );
});

test('any text is parsed, into at most one person per line or address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (text) => {
      const people = readList(text);
      expect(people.length).toBeLessThanOrEqual(text.split(/[\r\n]+|@/).length);
      for (const { firstName, lastName, email } of people)
        for (const cell of [firstName, lastName, email]) expect(cell).toBe(cell.trim());
    }),
  );
});
