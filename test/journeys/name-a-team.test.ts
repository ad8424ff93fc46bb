import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { fillDetails } from './fill-registration.ts';
import { keepEditing } from './keep-editing.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const PHONE = { width: 390, height: 844 };
const leader = { firstName: 'Lee', lastName: 'Sample', email: 'lee@example.org' };

async function openTeam(viewport?: { width: number; height: number }): Promise<Page> {
  const page = await stage.browser.open(viewport ? { viewport } : {});
  await page.goto(`${stage.world.siteUrl}/register`);
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await fillDetails(page, leader);
  await page.getByRole('radio', { name: 'Add team member details now' }).check();
  return page;
}

const seatOf = (page: Page, seat: number) => page.getByRole('group', { name: `Seat ${seat}`, exact: true });
const isFocused = (element: Element) => element === document.activeElement;

test('on a wide screen each seat is a table row, and names can follow later', async () => {
  const page = await openTeam();
  const rows = page.getByRole('group', { name: 'Your team' }).getByRole('listitem');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights).toEqual(Array.from({ length: 10 }, () => 44));
  for (const label of ['First name', 'Last name', 'Email', 'Track']) {
    expect(await seatOf(page, 10).getByLabel(label).isVisible()).toBe(true);
  }
  expect(await page.getByRole('button', { name: /^Seat 3/ }).isVisible()).toBe(false);

  await page.getByRole('radio', { name: 'Add details later' }).check();
  expect(await rows.count()).toBe(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay $200.00' }).waitFor();
});

test('on a phone seats are folded, one opens at a time, and errors keep theirs open', async () => {
  const page = await openTeam(PHONE);
  const team = page.getByRole('group', { name: 'Your team' });
  expect((await team.boundingBox())!.height).toBeLessThan(1000);
  expect(await team.getByRole('textbox').count()).toBe(0);

  await team.getByRole('button', { name: 'Seat 3 · Add name' }).click();
  await seatOf(page, 3).getByLabel('First name').fill('Ana');
  await seatOf(page, 3).getByRole('button', { name: 'Next seat' }).click();
  expect(await seatOf(page, 4).getByLabel('First name').evaluate(isFocused)).toBe(true);
  await page.keyboard.type('Bo');
  expect(await team.getByRole('textbox').count()).toBe(3);
  await team.getByRole('button', { name: 'Seat 10 · Add name' }).click();
  await seatOf(page, 10).getByRole('button', { name: 'Done' }).click();
  expect(await team.getByRole('button', { name: 'Seat 10 · Add name' }).evaluate(isFocused)).toBe(true);

  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  expect(await summary.getByRole('link').allInnerTexts()).toEqual([
    'Seat 3: Last name is required',
    'Seat 3: Valid email is required',
    'Seat 4: Last name is required',
    'Seat 4: Valid email is required',
  ]);
  await summary.getByRole('link', { name: 'Seat 4: Last name is required' }).click();
  const lastName = seatOf(page, 4).getByLabel('Last name');
  expect(await lastName.evaluate(isFocused)).toBe(true);
  await page.keyboard.type('Beck');
  await seatOf(page, 4).getByLabel('Email').fill('bo@example.org');
  expect(await lastName.inputValue()).toBe('Beck');
  await seatOf(page, 3).getByLabel('Last name').fill('Núñez');
  expect(await lastName.isVisible()).toBe(false);
  await seatOf(page, 3).getByLabel('Email').fill('ana@example.org');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Ana Núñez', { exact: true }).waitFor();
});

test('a pasted list is previewed, fills the blank seats, and keeps people without a seat', async () => {
  const page = await openTeam();
  await seatOf(page, 2).getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const list = page.getByLabel('Your list');
  await list.fill('Ana Núñez, ana@example.org\nLee Sample, lee@example.org\nBo Beck, , Caregivers');
  const preview = page.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  await preview.first().waitFor();
  expect(await preview.allInnerTexts()).toEqual([
    'Seat 3 · Ana Núñez ana@example.org',
    'Lee Sample lee@example.org\nAlready in your team',
    'Seat 4 · Bo Beck Caregivers\nValid email is required',
  ]);
  await page.getByRole('button', { name: 'Fill 2 seats' }).click();
  await page.getByText('2 seats are filled.').waitFor();
  expect(await page.getByRole('button', { name: 'Paste a list' }).evaluate(isFocused)).toBe(true);
  const typed = await Promise.all(
    [2, 3, 4, 5].map((seat) => seatOf(page, seat).getByLabel('First name').inputValue()),
  );
  expect(typed).toEqual(['Ada', 'Ana', 'Bo', '']);
  expect(await seatOf(page, 4).getByLabel('Track').inputValue()).toBe('caregivers');

  await page.getByRole('button', { name: 'Paste a list' }).click();
  const names = ['Cy', 'Di', 'Eli', 'Fay', 'Gus', 'Hana', 'Ida'];
  await list.fill(names.map((name) => `${name}\tSample\t${name.toLowerCase()}@example.org`).join('\n'));
  await page.getByRole('button', { name: 'Fill 6 seats' }).click();
  await page.getByText('6 seats are filled.').waitFor();
  expect((await preview.allInnerTexts()).at(-1)).toBe('Ida Sample ida@example.org\nNo seat left');
  expect(await list.inputValue()).toContain('Ida\tSample');
});

test('the open seats of an order are named on its page by the same roster, several at once', async () => {
  const { order } = await buy(stage.world, teamOfTen());
  const page = await stage.browser.open({ viewport: PHONE, reducedMotion: 'reduce' });
  await page.goto(`${stage.world.siteUrl}/confirmation/${order.transactionId}`);
  const form = page.getByRole('region', { name: 'Add a team member' });
  await form.getByRole('button', { name: 'Seat 4 · Add name' }).waitFor();
  expect(await form.getByRole('textbox').count()).toBe(0);
  await form.getByRole('button', { name: 'Paste a list' }).click();
  await form.getByLabel('Your list').fill('Ana Núñez, ana@example.org\nAda Sample, ada@example.org\nBo, bo@');
  expect(await form.getByRole('list', { name: 'Preview' }).getByRole('listitem').allInnerTexts()).toEqual([
    'Seat 4 · Ana Núñez ana@example.org',
    'Ada Sample ada@example.org\nAlready in your team',
    'Seat 5 · Bo bo@\nLast name is required',
  ]);
  await form.getByRole('button', { name: 'Fill 2 seats' }).click();
  // A link away asks before it discards the list.
  await keepEditing(page, () => page.getByRole('link', { name: 'Name 7 seats' }).click());
  await form.getByRole('button', { name: 'Add 2 team members' }).click();
  expect(await form.getByRole('alert').getByRole('link').allInnerTexts()).toEqual([
    'Seat 5: Last name is required',
    'Seat 5: Valid email is required',
  ]);
  await seatOf(page, 5).getByLabel('Last name').fill('Beck');
  await seatOf(page, 5).getByLabel('Email').fill('beck@example.org');
  await form.getByRole('button', { name: 'Add 2 team members' }).click();
  await form.getByText('2 people have seats now.').waitFor();
  await form.getByText('5 seats are not named yet.').waitFor();
  expect(await form.getByRole('heading').evaluate(isFocused)).toBe(true);
  await form.getByRole('button', { name: 'Seat 6 · Add name' }).waitFor();
  const seats = page.getByRole('region', { name: 'Attendees' }).getByRole('listitem');
  await seats.filter({ hasText: 'Bo Beck' }).waitFor();
  // Unnamed seats are only in the roster.
  expect(await seats.count()).toBe(5);
});
