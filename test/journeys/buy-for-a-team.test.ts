import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { payByCard } from '#test/browser.ts';
import { fillDetails, openForm, type Person } from './fill-registration.ts';
import { mailTo } from './mail.ts';
import { printPages } from './print.ts';
import { setStage } from './stage.ts';

const stage = setStage({ ticketMails: true });
const leader: Person = { firstName: 'Lee', lastName: 'Sample', email: 'lee@example.org' };
const ada: Person = {
  firstName: 'Ada',
  lastName: 'Sample',
  email: 'ada@example.org',
  track: 'Professionals',
};
const bo: Person = { firstName: 'Bo', lastName: 'Sample', email: 'bo@example.org', track: 'Caregivers' };
const cy: Person = { firstName: 'Cy', lastName: 'Sample', email: 'cy@example.org' };

test('a package of ten is bought with three people named, and a fourth is named afterwards', async () => {
  const page = await stage.browser.open({ expected: [/^409 POST .*\/attendees$/] });
  await registerTeam(page);
  await page.getByRole('button', { name: 'Pay $200.00' }).click();
  await payByCard(page);
  await page.getByRole('heading', { name: "You're in, Lee!" }).waitFor();

  expect(await peopleOf(page)).toEqual(['Lee Sample', 'Ada Sample', 'Bo Sample']);
  const [confirmation] = await mailTo(stage.world.sandbox.url, leader.email);
  const pictures = confirmation!.attachments.filter((part) => part.contentType === 'image/png');
  expect(pictures).toHaveLength(3);
  for (const person of [ada, bo]) {
    const [mail] = await mailTo(stage.world.sandbox.url, person.email);
    expect(mail!.attachments.filter((part) => part.contentType === 'image/png')).toHaveLength(1);
    expect(mail!.text).toContain(`Hello ${person.firstName}`);
  }

  await page.getByRole('link', { name: 'See the confirmation page' }).click();
  await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor();
  await addMember(page);
  expect(await peopleOf(page)).toEqual(['Lee Sample', 'Ada Sample', 'Bo Sample', 'Cy Sample']);
  await mailTo(stage.world.sandbox.url, cy.email);
  await chooseTrack(page);
  await addSamePersonAgain(page);
  await seeOneTicketPerSheet(page, ['Lee Sample', 'Ada Sample', 'Bo Sample', 'Cy Sample', 'CY Sample']);
});

async function registerTeam(page: Page) {
  await openForm(page, stage.world.siteUrl);
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await fillDetails(page, leader);
  await page.getByRole('radio', { name: 'Add team member details now' }).check();
  const members = page.getByRole('group', { name: /^Seat \d+$/ });
  expect(await members.count()).toBe(9);

  const leaderRow = page.getByRole('listitem').filter({ hasText: 'you, the leader' });
  await leaderRow.getByText('Lee Sample', { exact: true }).waitFor();
  await page.getByRole('group', { name: 'Your details', exact: true }).getByLabel('First name').fill('Leona');
  await leaderRow.getByText('Leona Sample', { exact: true }).waitFor();
  await page.getByRole('group', { name: 'Your details', exact: true }).getByLabel('First name').fill('Lee');

  await fillMember(members.nth(0), ada);
  await fillMember(members.nth(1), bo);
  await page.getByRole('button', { name: 'Continue' }).click();
  const team = page.getByRole('region', { name: 'Team members' });
  await team.getByText('Bo Sample', { exact: true }).waitFor();
  await team.getByText('7 seats have no name yet.').waitFor();
}

async function fillMember(member: Locator, person: Person) {
  await member.getByLabel('First name').fill(person.firstName);
  await member.getByLabel('Last name').fill(person.lastName);
  await member.getByLabel('Email').fill(person.email);
  await member.getByLabel('Track').selectOption(person.track!);
}

async function addMember(page: Page) {
  const form = page.getByRole('region', { name: 'Add a team member' });
  await form.getByText('7 seats are not named yet.').waitFor();
  const seat = form.getByRole('group', { name: 'Seat 4', exact: true });
  await seat.getByLabel('First name').fill(cy.firstName);
  await form.getByRole('button', { name: 'Add team member' }).click();
  const toast = page.getByRole('region', { name: /Notifications/ });
  await toast.getByText('Missing Information').waitFor();
  await toast.getByText('Please fill in all required fields (name and email).').waitFor();
  expect(await form.getByRole('alert').getByRole('link').allInnerTexts()).toEqual([
    'Seat 4: Last name is required',
    'Seat 4: Valid email is required',
  ]);
  expect(await seat.getByLabel('First name').inputValue()).toBe(cy.firstName);

  await seat.getByLabel('Last name').fill(cy.lastName);
  await seat.getByLabel('Email').fill(cy.email);
  await form.getByRole('button', { name: 'Add team member' }).click();
  await toast.getByText('Attendee Added').waitFor();
  await form.getByText('6 seats are not named yet.').waitFor();
}

/** Chooses the track that was left open when the person was named. */
async function chooseTrack(page: Page) {
  const people = page.getByRole('region', { name: 'Attendees' }).getByRole('listitem');
  // Not only by first name, because two letters may occur in any ticket code.
  const row = people.filter({ hasText: 'Cy Sample' });
  await row.getByText('Needs track').waitFor();
  await row.getByText('Show code').click();
  await row.getByRole('button', { name: 'Save track' }).click();
  await row.getByText('Choose a track: caregivers or professionals').waitFor();
  await row.getByLabel('Track for Cy Sample').selectOption('Professionals');
  await row.getByRole('button', { name: 'Save track' }).click();
  await row.getByText('Needs track').waitFor({ state: 'detached' });
  await row.getByText('cy@example.org · Professionals').waitFor();
  expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** Pressed twice, or named by two people: nobody gets a second seat without a question. */
async function addSamePersonAgain(page: Page) {
  const form = page.getByRole('region', { name: 'Add a team member' });
  const seat = form.getByRole('group', { name: 'Seat 5', exact: true });
  await seat.getByLabel('First name').fill(cy.firstName.toUpperCase());
  await seat.getByLabel('Last name').fill(cy.lastName);
  await seat.getByLabel('Email').fill(cy.email);
  await form.getByRole('button', { name: 'Add team member' }).click();
  const question = form.getByRole('alert').filter({ hasText: 'Is this a second person?' });
  await question.waitFor();
  await form.getByText('6 seats are not named yet.').waitFor();
  await question.getByRole('button', { name: 'Yes, add a second person' }).click();
  await form.getByText('5 seats are not named yet.').waitFor();
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

async function seeOneTicketPerSheet(page: Page, names: readonly string[]) {
  const sheets = await printPages(page);
  expect(sheets.map((text) => names.filter((name) => text.includes(name)))).toEqual(
    names.map((name) => [name]),
  );
}
