import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { openDesk, seeToast } from './desk.ts';
import { keepEditing } from './keep-editing.ts';
import { mailTo } from './mail.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const PHONE = { width: 390, height: 844 };

const countOf = (page: Page, counts: string) => page.getByRole('heading', { name: `10 seats: ${counts}` });

async function fillSeat(page: Page, form: string, person: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(person)) {
    await page.getByRole('form', { name: form }).getByLabel(label, { exact: true }).fill(value);
  }
}

const expectFocus = (on: Locator) =>
  expect.poll(() => on.evaluate((one) => one === document.activeElement)).toBe(true);

/** As staff do at the desk. */
async function correctLastName({ id, ...person }: Record<string, unknown>, lastName: string): Promise<void> {
  const { firstName, lastName: before, email, track } = person;
  const seen = { firstName, lastName: before, email, track, dietaryRestrictions: null };
  const staff = await stage.world.staff();
  const response = await staff.post(`/api/admin/registrations/${id}`, { ...seen, lastName, seen });
  expect(response.status).toBe(200);
}

interface Named {
  readonly firstName: string;
  readonly qrCodeData: string;
}

test('a school of ten names its people by link and list, replaces and removes some, cancels seats, and comes', async () => {
  const { world } = stage;
  const { order, registrations } = await buy(world, teamOfTen());
  const page = await stage.browser.open({
    viewport: PHONE,
    expected: [/^409 POST .*\/(cancel|people(\/\d+)?)$/],
  });
  await page.goto(`${world.siteUrl}/confirmation/${order.transactionId}`);
  await page.getByRole('link', { name: 'Name 7 seats' }).click();
  await countOf(page, '3 named, 7 free').waitFor();
  const heights = await page
    .locator('main details summary')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights.filter((height) => height < 56)).toEqual([]);

  // A link for the team, and one seat by an invitation that we mail, with a personal line.
  await page.getByRole('button', { name: 'Create the team’s link' }).click();
  const link = (await page.getByText(/\/claim#K/).textContent())!;
  await expectFocus(page.getByRole('heading', { name: 'One link for your team' }));
  await page.getByText('Seat 4 · free').click();
  // A link away and Back ask before they discard what was typed.
  const seat = page.getByRole('form', { name: 'Name a free seat' });
  await seat.getByLabel('First name').fill('Eve');
  const leave = [
    () => page.getByRole('link', { name: 'Cancel seats' }).click(),
    () => page.getByRole('link', { name: 'See the confirmation page' }).click(),
    () => page.evaluate(() => history.back()),
  ];
  for (const way of leave) await keepEditing(page, way);
  await expect.poll(() => seat.getByLabel('First name').inputValue()).toBe('Eve');
  await seat.getByLabel('First name').fill('');
  const invite = page.getByRole('form', { name: 'Invite someone' });
  await invite.getByLabel('Their email').fill('dan@example.org');
  await invite.getByLabel('Personal note').fill('The bus leaves at seven.');
  await invite.getByRole('button', { name: 'Send the invitation' }).click();
  await countOf(page, '3 named, 1 invited, 6 free').waitFor();
  const [invitation] = await mailTo(world.sandbox.url, 'dan@example.org');
  expect(invitation!.text).toContain('The bus leaves at seven.');

  await page.getByText('Seat 4 · invited').click();
  await page.getByText('Name this seat yourself').click();
  await fillSeat(page, 'Name the invited seat', personOf('Eve'));

  // Others open both links in a browser of their own.
  const guest = await stage.browser.open({ viewport: PHONE, expected: [/409 POST .*\/api\/claim/] });
  await guest.goto(link);
  await guest.getByText('Sample School has 6 free seats: first come, first served.').waitFor();
  await guest.getByRole('button', { name: 'Claim this seat' }).click();
  await guest.getByRole('alert').getByText('First name is required').first().waitFor();
  await claim(guest, 'Cara');
  await expect
    .poll(() => guest.getByRole('link', { name: 'Open my ticket' }).getAttribute('href'))
    .toMatch(/^\/my-ticket#M/);
  const present = await world.visitor().get(`/api/registrations/${order.transactionId}`);
  const { registrations: withCara } = (await present.json()) as { registrations: Named[] };
  const seatLink = /\S+\/claim#K\S+/.exec(invitation!.text)![0];
  // Somebody to whom the link was passed on fills in the form, too.
  const late = await stage.browser.open({ expected: [/409 POST .*\/api\/claim/] });
  await late.goto(seatLink);
  await fillSeat(late, 'Your details', personOf('Kim'));
  await guest.goto(seatLink);
  await guest.getByText('This link works once.').waitFor();
  await guest.getByRole('link', { name: 'Skip to the content' }).press('Enter');
  await expectFocus(guest.locator('#main'));
  expect(new URL(guest.url()).hash).toMatch(/^#K/);
  await claim(guest, 'Dan');
  await guest.reload();
  await guest.getByText('This link has been used.').waitFor();
  await late.getByRole('button', { name: 'Claim this seat' }).click();
  await late.getByRole('alert').getByText('This link has been used.').waitFor();
  await expectFocus(late.getByRole('heading', { level: 1, name: 'Claim your seat' }));

  // A name typed for that seat meanwhile takes another free one.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await page.getByText('This invitation was used or withdrawn').waitFor();
  const typed = page.getByRole('form', { name: 'Name a free seat' });
  await typed.getByRole('button', { name: 'Name this seat' }).click();
  await seeToast(page, 'Eve has a seat', 'The ticket is on its way to eve@example.org.');
  await typed.waitFor({ state: 'detached' });

  // The link in a reminder turns reminders off.
  await page.goto(`${world.siteUrl}/team/${order.transactionId}?reminders=off`);
  await page.getByText('Reminders are off.').waitFor();
  await page.getByRole('button', { name: 'Turn reminders on' }).click();
  await page.getByText('While seats are free, we send you').waitFor();
  await page.reload();
  await page.getByText('While seats are free, we send you').waitFor();
  await countOf(page, '6 named, 4 free').waitFor();

  // A list from a spreadsheet with an error, one person too many, and one already in the team.
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const names = ['Fay', 'Gus', 'Hal', 'Ivy', 'Jon'];
  const lines = names.map((name) => `${name}\tSample\t${name.toLowerCase()}@example.org`);
  lines[0] = 'Fay\tSample\tfay@';
  const list = ['First name\tLast name\tEmail', ...lines, 'Ada\tSample\tada@example.org'].join('\n');
  await expectFocus(page.getByLabel('Your list'));
  await page.getByLabel('Your list').fill(list);
  await page.getByRole('button', { name: 'Check the list' }).click();
  const rows = page.getByRole('list', { name: 'Your list, checked' }).getByRole('listitem');
  await expect
    .poll(() => rows.getByRole('status').allInnerTexts())
    .toEqual(['', '', '', '', '', 'Already on your team']);
  const email = rows.nth(0).getByLabel('Email');
  await rows.nth(0).getByText('Valid email is required').waitFor();
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await email.fill('fay@example.org');
  await expect.poll(() => rows.nth(4).getByRole('status').textContent()).toBe('No seat left');
  await page.getByRole('button', { name: 'Fill 4 seats from the valid rows' }).click();
  await seeToast(page, '4 people have seats', 'Their tickets are on the way.');
  await countOf(page, '10 named').waitFor();
  // The list has no tracks.
  await page.getByRole('listitem').filter({ hasText: 'Fay Sample' }).getByText('Needs track').waitFor();
  await expect
    .poll(() => rows.getByRole('status').allInnerTexts())
    .toEqual(['No seat left', 'Already on your team']);
  await rows.nth(1).getByRole('button', { name: 'Remove Ada Sample' }).click();
  await expectFocus(page.getByRole('list', { name: 'Your list, checked' }));
  await rows.nth(0).getByRole('button', { name: 'Remove Jon Sample' }).click();
  await expectFocus(page.getByRole('heading', { name: '10 seats: 10 named' }));

  // Ada is replaced, and Bo can't come. Staff correct Ada's name meanwhile: what the buyer typed stays.
  await page.getByText('Ada Sample', { exact: true }).click();
  await fillSeat(page, 'Seat 2: Ada Sample', { 'First name': 'Robin', Email: 'robin@example.org' });
  await correctLastName(registrations[1]!, 'Sampler');
  await page.getByRole('form', { name: 'Seat 2: Ada Sample' }).getByRole('button', { name: 'Save' }).click();
  const form = 'Seat 2: Ada Sampler';
  const fields = page.getByRole('form', { name: form }).getByRole('textbox');
  await expect
    .poll(() => fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
    .toEqual(['Robin', 'Sampler', 'robin@example.org', '']);
  await page
    .getByText('This is a different person. Robin gets a new ticket, and Ada’s stops working immediately.')
    .waitFor();
  await page.getByRole('form', { name: form }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Robin Sampler', { exact: true }).waitFor();
  await page.getByText('Bo Sample', { exact: true }).click();
  const remove = page.getByRole('button', { name: 'Remove Bo from the team' });
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expectFocus(remove);
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await countOf(page, '9 named, 1 free').waitFor();
  await expect.poll(() => remove.count()).toBe(0);
  await expectFocus(countOf(page, '9 named, 1 free'));

  // Staff see the free seat, can open the buyer's pages, and end the team's link.
  const desk = await openDesk(stage, `/admin?tab=orders&order=${order.id}`);
  const seats = desk.getByRole('region', { name: 'Free seats' });
  await seats.getByText('1 of 10 free.').waitFor();
  expect(await desk.title()).toMatch(/^Order DSS\d+ · Admin Dashboard/);
  for (const [name, at] of [
    ['Open the order’s page', 'confirmation'],
    ['Open the team’s page', 'team'],
  ] as const) {
    const address = await desk.getByRole('link', { name }).getAttribute('href');
    expect(address).toBe(`/${at}/${order.transactionId}`);
  }
  await seats.getByRole('button', { name: 'Withdraw the team’s link' }).click();
  await seeToast(desk, 'Success', 'Link withdrawn');
  await desk.keyboard.press('Escape');
  await expect.poll(() => desk.title()).toMatch(/^Orders · Admin Dashboard/);
  await guest.goto(link);
  await guest.getByText('This link was withdrawn.').waitFor();

  await cancelSeats(page, order.transactionId);

  // On the day, the door knows who is coming, and why the other codes stopped working.
  world.moveClock('2025-09-20T14:10:00Z');
  const door = await world.staff();
  const scan = async (qrToken: string) => {
    const response = await door.post('/api/admin/check-in', { qrToken, method: 'qr_scan' });
    return response.ok ? 'admitted' : ((await response.json()) as { message: string }).message;
  };
  const now = await (await door.get(`/api/registrations/${order.transactionId}`)).json();
  const codeOf = (from: readonly Named[], name: string) =>
    from.find(({ firstName }) => firstName === name)!.qrCodeData;
  expect([
    await scan(codeOf(now.registrations, 'Robin')),
    await scan(codeOf(registrations, 'Ada')),
    await scan(codeOf(registrations, 'Bo')),
    await scan(codeOf(withCara, 'Cara')),
  ]).toEqual([
    'admitted',
    'This ticket was replaced on July 15. Please send the guest to the help desk.',
    'This ticket was returned on July 15. Please send the guest to the help desk.',
    'This ticket was canceled.',
  ]);
}, 120_000);

const personOf = (firstName: string) => ({
  'First name': firstName,
  'Last name': 'Sample',
  Email: `${firstName.toLowerCase()}@example.org`,
});

async function claim(guest: Page, firstName: string): Promise<void> {
  await fillSeat(guest, 'Your details', personOf(firstName));
  await guest.getByRole('button', { name: 'Claim this seat' }).click();
  await guest.getByRole('heading', { name: `You have a seat, ${firstName}!` }).waitFor();
}

/** Two seats for half of their price, and one for nothing, because the last day passes in the meantime. */
async function cancelSeats(page: Page, transactionId: string): Promise<void> {
  const { world } = stage;
  world.moveClock('2025-09-11T15:30:00Z');
  await page.goto(`${world.siteUrl}/cancel/${transactionId}`);
  // Via the team's page, which links here, too.
  await page.getByRole('link', { name: 'See your team' }).click();
  await countOf(page, '9 named, 1 free').waitFor();
  await page.getByRole('link', { name: 'Cancel seats' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cancel seats' }).waitFor();
  await page.getByText('Cancel by September 5 for a 100% refund, by September 12 for a 50% refund').waitFor();
  const button = page.getByRole('button', { name: /^Cancel (seats$|\d)/ });
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('checkbox', { name: 'Cara Sample' }).check();
  const preview = page.getByRole('status').filter({ hasText: 'Your refund:' });
  await preview.getByText('Your refund: $10.00').waitFor();
  await page.getByRole('checkbox', { name: 'No name yet' }).focus();
  await page.keyboard.press('Space');
  await preview.getByText('Your refund: $20.00').waitFor();
  await page.getByText('8 of 10').waitFor();
  await page
    .getByText(
      'This ticket stops working once the payment provider confirms the refund; until then it is valid.',
    )
    .waitFor();

  await page.getByRole('button', { name: 'Cancel 2 seats and get $20.00 back' }).click();
  const asked = page.getByRole('alertdialog');
  await asked
    .getByText(
      '$20.00 will be refunded to the card or account that you paid with. 1 ticket will be canceled.',
    )
    .waitFor();
  await asked.getByRole('button', { name: 'Cancel and get $20.00 back' }).click();
  const result = page
    .getByRole('status')
    .filter({ hasText: '2 seats are canceled, and $20.00 was refunded' });
  await result.waitFor();
  await asked.waitFor({ state: 'detached' });
  await expectFocus(result);
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(8);
  await expect.poll(() => page.getByRole('checkbox', { name: 'Cara Sample' }).count()).toBe(0);
  const returned = await world.stripe.refunds.list({ limit: 10 });
  expect(returned.data.map(({ amount, status }) => [amount, status])).toEqual([[20_00, 'succeeded']]);

  await page.getByRole('checkbox', { name: 'Dan Sample' }).check();
  await page.getByRole('button', { name: 'Cancel 1 seat and get $10.00 back' }).click();
  world.moveClock('2025-09-15T16:00:00Z');
  await asked.getByRole('button', { name: 'Cancel and get $10.00 back' }).click();
  await asked
    .getByText('The refund for these seats is now $0.00 instead of $10.00. Nothing was canceled')
    .waitFor();
  await asked.getByRole('button', { name: 'Keep the seat' }).click();
  await page.getByText('There is no refund. The last day for a refund was September 12, 2025.').waitFor();
  await page.getByText('This ticket stops working immediately.').waitFor();
  await button.click();
  await asked.getByRole('button', { name: 'Cancel 1 seat', exact: true }).click();
  await page.getByText('The seat is canceled').waitFor();
  await page.getByRole('link', { name: 'See your team' }).click();
  await page.getByRole('heading', { name: '7 seats: 7 named' }).waitFor();
  await page.getByRole('link', { name: 'See the confirmation page' }).click();
  await page.getByText('Part of the amount was refunded').waitFor();
  await expect.poll(() => page.getByText('Cara Sample').count()).toBe(0);
}
