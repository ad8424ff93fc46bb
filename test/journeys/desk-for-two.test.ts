import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { follow, openDesk, seeToast, stripeOf } from './desk.ts';
import { setStage } from './stage.ts';

// Two people edit the same thing: the later one is refused, and nothing is overwritten.

const stage = setStage({ ticketMails: true });
const TOLD = 'Someone else has changed this in the meantime. Please review it and try again.';
let mine: Page;
let theirs: Page;

beforeAll(async () => {
  await stripeOf(stage.world).coupons.create({ name: 'Twice', percent_off: 10, duration: 'once' });
  const expected = [/^409 POST /, /^400 DELETE /];
  [mine, theirs] = await Promise.all([
    openDesk(stage, '/admin?tab=email-templates', { expected }),
    openDesk(stage, '/admin?tab=email-templates', { as: 'maria.lopez@example.org' }),
  ]);
});

test('an email template: the input stays, and either text can be kept', async () => {
  for (const page of [mine, theirs])
    await page.getByRole('button', { name: 'Edit Ticket', exact: true }).click();
  const save = async (page: Page, subject: string) => {
    await page.getByLabel('Subject', { exact: true }).fill(subject);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  };
  await save(theirs, 'Theirs');
  await seeToast(theirs, 'Template Saved', 'Emails now use this text.');
  await save(mine, 'Mine');
  await seeToast(mine, 'Template Not Saved', TOLD);
  const dialog = mine.getByRole('dialog', { name: 'Ticket' });
  await dialog.getByText('Somebody else has saved this template in the meantime').waitFor();
  expect(await dialog.getByLabel('Subject', { exact: true }).inputValue()).toBe('Mine');
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  expect(await dialog.getByLabel('Subject', { exact: true }).inputValue()).toBe('Theirs');
  await save(mine, 'Both');
  await seeToast(mine, 'Template Saved', 'Emails now use this text.');
});

test('a coupon deleted by the other person', async () => {
  for (const page of [mine, theirs]) {
    await follow(page, '/admin?tab=stripe-coupons');
    await page.getByRole('button', { name: 'Delete Twice' }).click();
  }
  for (const page of [theirs, mine])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete coupon' }).click();
  await seeToast(theirs, 'Success', 'Coupon deleted successfully.');
  const question = mine.getByRole('alertdialog');
  await question
    .getByRole('alert')
    .getByText(/^No such coupon/)
    .waitFor();
  await mine.getByRole('button', { name: 'Cancel' }).click();
  await mine.getByText('No coupons yet', { exact: true }).waitFor();
});

test('a speaker: the later text stays in the form, and can be saved after a review', async () => {
  const cards = mine.getByRole('main').locator('ol > li');
  for (const page of [mine, theirs]) await follow(page, '/admin/speakers');
  await cards.first().waitFor();
  const [name] = (await cards.locator('p:first-child').allInnerTexts())[0]!.split('\n');
  const edit = (page: Page) => page.getByRole('button', { name: `Edit ${name}` }).click();
  for (const page of [mine, theirs]) await edit(page);
  const save = async (page: Page, title: string) => {
    await page.getByRole('dialog').getByLabel('Title').fill(title);
    await page.getByRole('dialog').getByRole('button', { name: 'Save speaker' }).click();
  };
  const onFrontPage = async () => (await (await stage.world.visitor().get('/api/speakers')).json())[0];
  await save(theirs, 'Theirs');
  await seeToast(theirs, 'Speaker Saved', `${name} is on the front page.`);
  await save(mine, 'Mine');
  await seeToast(mine, 'Speaker Not Saved', TOLD);
  const dialog = mine.getByRole('dialog');
  await dialog.getByRole('alert').getByText(TOLD).waitFor();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Mine');
  expect(await onFrontPage()).toMatchObject({ name, title: 'Theirs' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await mine.getByText('Theirs', { exact: true }).waitFor();
  await edit(mine);
  await save(mine, 'Both');
  await seeToast(mine, 'Speaker Saved', `${name} is on the front page.`);
  expect(await onFrontPage()).toMatchObject({ title: 'Both' });
});
