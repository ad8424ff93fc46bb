import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { payByCard } from '#test/browser.ts';
import { toastOf } from './desk.ts';
import { detailsOn, fillDetails, openForm, type Person } from './fill-registration.ts';
import { keepEditing } from './keep-editing.ts';
import { printPages } from './print.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const PHONE = { width: 390, height: 844 };
const lee: Person = { firstName: 'Lee', lastName: 'Sample', email: 'lee@example.org' };

const seatOf = (page: Page, seat: number) => page.getByRole('group', { name: `Seat ${seat}`, exact: true });
const isFocused = (element: Element) => element === document.activeElement;

test('a package of ten is bought with people typed and pasted, at a desk and on a phone; others get their seats afterward', async () => {
  const page = await stage.browser.open({ expected: [/^(409|500) POST .*\/(attendees|track)$/] });
  await startTeam(page);
  await pasteTeam(page);
  await page.setViewportSize(PHONE);
  await nameOnPhone(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  const team = page.getByRole('region', { name: 'Team members' });
  await team.getByText('Ana Núñez', { exact: true }).waitFor();
  await team.getByText('5 seats still need a name.').waitFor();
  await page.getByRole('button', { name: 'Pay $200.00' }).click();
  await payByCard(page);
  await page.getByRole('heading', { name: 'You’re in, Lee!' }).waitFor();
  await expect
    .poll(() => peopleOf(page))
    .toEqual(['Lee Sample', 'Ada Sample', 'Ana Núñez', 'Bo Beck', 'Cy Sample']);

  await page.getByRole('link', { name: 'See the confirmation page' }).click();
  await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor();
  await addPeople(page);
  await chooseTrack(page);
  await addSamePersonAgain(page);
  const people = ['Lee Sample', 'Ada Sample', 'Ana Núñez', 'Bo Beck', 'Cy Sample', 'Di Sample', 'Eli Beck'];
  await expect.poll(() => peopleOf(page)).toEqual([...people, 'DI Sample']);
  const sheets = await printPages(page);
  const tickets = [...people, 'DI Sample'];
  expect(sheets.map((text) => tickets.filter((name) => text.includes(name)))).toEqual(
    tickets.map((name) => [name]),
  );
});

/** On a wide screen each seat is a table row, and names can follow later. */
async function startTeam(page: Page) {
  await openForm(page, stage.world.siteUrl);
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await fillDetails(page, lee);
  await page.getByRole('radio', { name: 'Add team member details now' }).check();
  const rows = page.getByRole('group', { name: 'Your team' }).getByRole('listitem');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights).toEqual(Array.from({ length: 10 }, () => 44));
  for (const label of ['First name', 'Last name', 'Email', 'Track']) {
    await expect.poll(() => seatOf(page, 10).getByLabel(label).isVisible()).toBe(true);
  }
  await expect.poll(() => page.getByRole('button', { name: /^Seat 3/ }).isVisible()).toBe(false);

  await page.getByRole('radio', { name: 'Add details later' }).check();
  await expect.poll(() => rows.count()).toBe(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay $200.00' }).waitFor();
  await page
    .getByRole('link', { name: /^Change details/ })
    .first()
    .click();
  await page.getByRole('radio', { name: 'Add team member details now' }).check();

  const leaderRow = rows.filter({ hasText: 'you, the leader' });
  await leaderRow.getByText('Lee Sample', { exact: true }).waitFor();
  const firstName = detailsOn(page).getByLabel('First name');
  await firstName.fill('Leona');
  await leaderRow.getByText('Leona Sample', { exact: true }).waitFor();
  await firstName.fill('Lee');
}

/** A list is previewed, fills the blank seats, and keeps people without a seat. */
async function pasteTeam(page: Page) {
  await fillSeat(page, 2, { 'First name': 'Ada', 'Last name': 'Sample', Email: 'ada@example.org' });
  await seatOf(page, 2).getByLabel('Track').selectOption('Professionals');
  const paste = page.getByRole('button', { name: 'Paste a list' });
  const list = page.getByLabel('Your list');
  const preview = page.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  await paste.click();
  await list.fill('Ana Núñez, ana@example.org\nLee Sample, lee@example.org\nBo Beck, , Caregivers');
  await preview.first().waitFor();
  await expect
    .poll(() => preview.allInnerTexts())
    .toEqual([
      'Seat 3 · Ana Núñez ana@example.org',
      'Lee Sample lee@example.org\nAlready on your team',
      'Seat 4 · Bo Beck Caregivers\nValid email is required',
    ]);
  await page.getByRole('button', { name: 'Fill 2 seats' }).click();
  await page.getByText('2 seats are filled.').waitFor();
  await expect.poll(() => paste.evaluate(isFocused)).toBe(true);
  await expect.poll(() => firstNames(page, [2, 3, 4, 5])).toEqual(['Ada', 'Ana', 'Bo', '']);
  await expect.poll(() => seatOf(page, 4).getByLabel('Track').inputValue()).toBe('caregivers');
  // A look at another package loses nobody.
  await page.getByRole('radio', { name: /^Individual Package/ }).check();
  await paste.waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await expect.poll(() => firstNames(page, [2, 3, 4, 5])).toEqual(['Ada', 'Ana', 'Bo', '']);

  await paste.click();
  const names = ['Cy', 'Di', 'Eli', 'Fay', 'Gus', 'Hana', 'Ida'];
  await list.fill(names.map((name) => `${name}\tSample\t${name.toLowerCase()}@example.org`).join('\n'));
  await page.getByRole('button', { name: 'Fill 6 seats' }).click();
  await page.getByText('6 seats are filled.').waitFor();
  expect((await preview.allInnerTexts()).at(-1)).toBe('Ida Sample ida@example.org\nNo seat left');
  await expect.poll(() => list.inputValue()).toContain('Ida\tSample');
  // Five of them are not known yet after all.
  for (const seat of [6, 7, 8, 9, 10]) {
    await fillSeat(page, seat, { 'First name': '', 'Last name': '', Email: '' });
  }
}

/** On a phone seats are folded, one opens at a time, and errors keep theirs open. */
async function nameOnPhone(page: Page) {
  const team = page.getByRole('group', { name: 'Your team' });
  await expect
    .poll(() => team.getByRole('button', { name: /^Seat \d+/ }).allInnerTexts())
    .toEqual([
      'Seat 2 ·\nAda Sample',
      'Seat 3 ·\nAna Núñez',
      'Seat 4 ·\nBo Beck',
      'Seat 5 ·\nCy Sample',
      ...[6, 7, 8, 9, 10].map((seat) => `Seat ${seat} ·\nAdd name`),
    ]);
  await team.getByRole('button', { name: 'Seat 6 · Add name' }).click();
  await seatOf(page, 6).getByLabel('First name').fill('Flo');
  await seatOf(page, 6).getByLabel('First name').press('Enter');
  await expect.poll(() => seatOf(page, 6).getByLabel('Last name').evaluate(isFocused)).toBe(true);
  await seatOf(page, 6).getByRole('button', { name: 'Next seat' }).click();
  await expect.poll(() => seatOf(page, 7).getByLabel('First name').evaluate(isFocused)).toBe(true);
  await team.getByRole('button', { name: 'Seat 10 · Add name' }).click();
  await expect.poll(() => seatOf(page, 7).getByLabel('First name').isVisible()).toBe(false);
  await seatOf(page, 10).getByRole('button', { name: 'Done' }).click();
  await expect
    .poll(() => team.getByRole('button', { name: 'Seat 10 · Add name' }).evaluate(isFocused))
    .toBe(true);

  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect
    .poll(() => summary.getByRole('link').allInnerTexts())
    .toEqual([
      'Seat 4: Valid email is required',
      'Seat 6: Last name is required',
      'Seat 6: Valid email is required',
      'Fill the seats from your list, or clear it to continue.',
    ]);
  await page.getByLabel('Your list').fill('');
  await summary.getByRole('link', { name: 'Seat 4: Valid email is required' }).click();
  const email = seatOf(page, 4).getByLabel('Email');
  await expect.poll(() => email.evaluate(isFocused)).toBe(true);
  await page.keyboard.type('bo@example.org');
  await expect.poll(() => email.inputValue()).toBe('bo@example.org');
  await seatOf(page, 6).getByLabel('First name').fill('');
  await expect.poll(() => email.isVisible()).toBe(false);
}

/** The open seats of an order are named on its page by the same roster, several at once. */
async function addPeople(page: Page) {
  const form = page.getByRole('region', { name: 'Add a team member' });
  await form.getByText('5 seats still need a name.').waitFor();
  await form.getByRole('button', { name: 'Seat 6 · Add name' }).waitFor();
  await expect.poll(() => form.getByRole('textbox').count()).toBe(0);
  await form.getByRole('button', { name: 'Paste a list' }).click();
  await form
    .getByLabel('Your list')
    .fill('Di Sample, di@example.org\nAda Sample, ada@example.org\nEli, eli@');
  await expect
    .poll(() => form.getByRole('list', { name: 'Preview' }).getByRole('listitem').allInnerTexts())
    .toEqual([
      'Seat 6 · Di Sample di@example.org',
      'Ada Sample ada@example.org\nAlready on your team',
      'Seat 7 · Eli eli@\nLast name is required',
    ]);
  await form.getByRole('button', { name: 'Fill 2 seats' }).click();
  // A link away asks before it discards the list.
  await keepEditing(page, () => page.getByRole('link', { name: 'Name 5 seats' }).click());
  const add = form.getByRole('button', { name: 'Add 2 team members' });
  await add.click();
  const toast = toastOf(page);
  await toast.getByText('Missing Information').waitFor();
  await toast.getByText('Please fill in all required fields (name and email).').waitFor();
  await expect
    .poll(() => form.getByRole('alert').getByRole('link').allInnerTexts())
    .toEqual(['Seat 7: Last name is required', 'Seat 7: Valid email is required']);
  await expect.poll(() => firstNames(page, [6, 7])).toEqual(['Di', 'Eli']);
  await fillSeat(page, 7, { 'Last name': 'Beck', Email: 'eli@example.org' });

  // A lost response loses nobody; those after it aren't sent.
  await page.route('**/api/order/*/attendees', (route) => route.fulfill({ status: 500, body: '' }));
  await add.click();
  await form
    .getByRole('alert')
    .getByText('Di Sample: It may have been saved. Look at your team before you try again.')
    .waitFor();
  await expect.poll(() => firstNames(page, [6, 7])).toEqual(['Di', 'Eli']);
  await page.unroute('**/api/order/*/attendees');
  await add.click();
  await toast.getByText('Attendee Added').waitFor();
  await form.getByText('2 people have seats now.').waitFor();
  await form.getByText('3 seats still need a name.').waitFor();
  await expect.poll(() => form.getByRole('heading').evaluate(isFocused)).toBe(true);
  await form.getByRole('button', { name: 'Seat 8 · Add name' }).waitFor();
  const seats = page.getByRole('region', { name: 'Attendees' }).getByRole('listitem');
  await seats.filter({ hasText: 'Eli Beck' }).waitFor();
  // Unnamed seats are only in the roster.
  await expect.poll(() => seats.count()).toBe(7);
}

/** Chooses the track that was left open when the person was named. */
async function chooseTrack(page: Page) {
  const people = page.getByRole('region', { name: 'Attendees' }).getByRole('listitem');
  // Not only by first name, because two letters may occur in any ticket code.
  const row = people.filter({ hasText: 'Di Sample' });
  await row.getByText('Needs track').waitFor();
  await row.getByText('Show code').click();
  const save = row.getByRole('button', { name: 'Save track' });
  const track = row.getByLabel('Track for Di Sample');
  await save.click();
  await row.getByText('Choose a track: caregivers or professionals').waitFor();
  // Read out with its field, as is a failure.
  await expect.poll(() => track.evaluate(isFocused)).toBe(true);
  await track.selectOption('Professionals');
  await page.route('**/track', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await save.click();
  await row.getByText('The track wasn’t saved. Please try again.').waitFor();
  await expect.poll(() => track.evaluate(isFocused)).toBe(true);
  await save.click();
  await row.getByText('Needs track').waitFor({ state: 'detached' });
  await row.getByText('di@example.org · Professionals').waitFor();
  await expect.poll(() => row.evaluate(isFocused)).toBe(true);
}

/** Pressed twice, or named by two people: nobody gets a second seat without a question. */
async function addSamePersonAgain(page: Page) {
  const form = page.getByRole('region', { name: 'Add a team member' });
  await form.getByRole('button', { name: 'Seat 8 · Add name' }).click();
  await fillSeat(page, 8, { 'First name': 'DI', 'Last name': 'Sample', Email: 'di@example.org' });
  await form.getByRole('button', { name: 'Add team member' }).click();
  const question = form.getByRole('alert').filter({ hasText: 'Is this a different person?' });
  await question.waitFor();
  await form.getByText('3 seats still need a name.').waitFor();
  await question.getByRole('button', { name: 'Yes, add this person' }).click();
  await form.getByText('2 seats still need a name.').waitFor();
}

async function fillSeat(page: Page, seat: number, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await seatOf(page, seat).getByLabel(label).fill(value);
  }
}

/** What is typed into these seats' fields, open or folded. */
function firstNames(page: Page, seats: readonly number[]): Promise<string[]> {
  return page.evaluate(
    (all) => all.map((seat) => document.querySelector<HTMLInputElement>(`#seat-${seat}-fields input`)!.value),
    seats,
  );
}

async function peopleOf(page: Page): Promise<string[]> {
  const id = new URL(page.url()).searchParams.get('id') ?? page.url().split('/').at(-1)!;
  const response = await page.request.get(`${stage.world.siteUrl}/api/order/${id}/confirmation`);
  const { order, registrations } = (await response.json()) as OrderWithRegistrations;
  expect([order.paymentStatus, order.teamMemberCount, order.attendeeDataStatus]).toEqual([
    'completed',
    10,
    'partial',
  ]);
  return registrations.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
}
