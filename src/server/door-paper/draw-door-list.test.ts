import { expect, test } from 'vitest';
import { boxesOf, placesOf, textOfPages } from '#test/read-pdf.ts';
import { servedDuring } from '#test/served-during.ts';
import { type DoorListTexts, drawDoorList } from './draw-door-list.ts';

const people = Array.from({ length: 60 }, (_, index) => ({
  firstName: 'Jane',
  lastName: `Sample ${index}`,
  email: 'jane@example.org',
  number: 'DSS000001',
  organization: 'Sample School',
  packageLabel: 'Individual Package',
  track: null,
  shortCode: 'WXYZ',
  days: ['2025-09-20'],
  inOn: [],
}));
const texts: DoorListTexts = {
  event: 'Digital Safety Summit',
  host: 'Harbor Light Alliance',
  days: ['2025-09-20'],
  asOf: 'noon',
  createdAt: new Date('2025-09-20T18:00:00Z'),
  people,
  teams: [{ name: 'Sample School', number: 'DSS000001', freeSeats: 40, days: ['2025-09-20'] }],
};

test('drawing a long list does not block other requests', async () => {
  // 60 rows, 40 lines and 5 pages, and a pause at least after every eighth.
  expect(await servedDuring(() => drawDoorList(texts))).toBeGreaterThan(10);
});

test('all pages are numbered, including those of free seats', async () => {
  const pages = await textOfPages(await drawDoorList(texts));
  expect(pages.map((page) => /Page \d+ of \d+/.exec(page)?.[0])).toEqual(
    pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
  );
  expect(pages.map((page) => page.includes('Free seats'))).toEqual([false, false, false, true, true]);
  const empty = await textOfPages(await drawDoorList({ ...texts, people: [], teams: [] }));
  expect(empty).toHaveLength(1);
  expect(empty[0]).toContain('No one has a ticket yet.');
});

test('a name that the fonts cannot write is followed by the email address and the order, above the next row', async () => {
  const named = (lastName: string, firstName: string) => ({ ...people[0]!, lastName, firstName });
  const listed = [named('Sample', 'Zoë'), named('বসু', 'আনা'), named('Sample', 'அனா'), people[1]!];
  const file = await drawDoorList({ ...texts, people: listed, teams: [] });
  const [page] = await textOfPages(file);
  expect(page!.match(/WXYZ .*?(?= Sample School)/g)).toEqual([
    'WXYZ Sample, Zoë',
    'WXYZ … jane@example.org, DSS000001',
    'WXYZ Sample, … jane@example.org, DSS000001',
    'WXYZ Sample 1, Jane',
  ]);
  const places = (await placesOf(file)).flat();
  const [first, next] = [/^jane@/, /^Sample, …/].map((text) => places.find((one) => text.test(one.text))!);
  expect(first!.y - next!.y).toBeGreaterThan(12);
});

test('a team whose last seat starts a page does not run into the next team', async () => {
  // One of these numbers of seats fills the first page but for one seat.
  const gaps = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const [team] = texts.teams;
      const first = { ...team!, freeSeats: 20 + index };
      const next = { ...team!, name: 'Second School', number: 'DSS000002', freeSeats: 3 };
      const pages = await placesOf(await drawDoorList({ ...texts, people: [], teams: [first, next] }));
      return pages.flatMap((page) => {
        const [number, name] = [/^DSS000001,/, /^Second School/].map((text) =>
          page.find((one) => text.test(one.text)),
        );
        return number && name ? [number.y - name.y] : [];
      });
    }),
  );
  expect(Math.min(...gaps.flat())).toBeGreaterThan(12);
});

test('a free seat has a box under each day that its ticket covers, and none under the others', async () => {
  const days = ['2025-09-19', '2025-09-20'];
  const teams = [days, days.slice(0, 1), days.slice(1)].map((valid, index) => ({
    ...{ name: `School ${index + 1}`, number: `DSS00000${index + 1}`, freeSeats: 1, days: valid },
  }));
  const file = await drawDoorList({ ...texts, days, people: [], teams });
  const [friday, saturday] = [54, 94];
  expect((await boxesOf(file)).at(-1)).toEqual([friday, saturday, friday, saturday]);
  expect((await textOfPages(file)).at(-1)).toContain('Sep 19 Sep 20 School 1');
});

test('a team that continues on another page says so, so that two doors do not count its seats twice', async () => {
  const pages = await textOfPages(await drawDoorList({ ...texts, people: [] }));
  const seats = pages.map((page) => /DSS000001, 40 free seats(?:, continued)?/.exec(page)?.[0]);
  expect(seats.slice(1)).toEqual(['DSS000001, 40 free seats', 'DSS000001, 40 free seats, continued']);
});

test('the note about free seats is below the sheet’s time, however long that is', async () => {
  const asOf = 'Saturday, September 20, 2025 at 12:00 PM Mountain Daylight Time';
  const places = (await placesOf(await drawDoorList({ ...texts, asOf, people: [] })))[1]!;
  const [time, note] = [/checked off\.$/, /^Teams may bring/].map(
    (text) => places.find((one) => text.test(one.text))!,
  );
  expect(time!.y - note!.y).toBeGreaterThan(10);
});
