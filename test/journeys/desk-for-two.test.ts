import { expect, test } from 'vitest';
import { follow, openDesk, seeToast, stripeOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage({ ticketMails: true });
const TOLD = 'Someone else has changed this in the meantime. Please review it and try again.';

test('who saves later is refused, overwrites nothing, and keeps the input: a template, a speaker, a deleted coupon', async () => {
  const { world } = stage;
  const twice = await stripeOf(world).coupons.create({ name: 'Twice', percent_off: 10, duration: 'once' });
  const other = await world.staff('maria.lopez@example.org');
  /** The other person saves their change of what is stored. */
  const save = async (path: string, stored: object & { updatedAt: string }, change: object) => {
    const response = await other.post(path, { ...stored, ...change, seenUpdatedAt: stored.updatedAt });
    expect(response.status).toBe(200);
  };
  const page = await openDesk(stage, '/admin?tab=email-templates', {
    expected: [/^409 POST /, /^400 DELETE /],
  });
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Edit Ticket', exact: true }).click();
  const subject = dialog.getByLabel('Subject', { exact: true });
  await subject.fill('Mine');
  const templates = await (await other.get('/api/admin/email-templates')).json();
  const { id } = templates.find(({ type }: { type: string }) => type === 'ticket');
  const ofTemplate = `/api/admin/email-templates/${id}`;
  await save(ofTemplate, await (await other.get(ofTemplate)).json(), { subject: 'Theirs' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Template Not Saved', TOLD);
  await dialog.getByText('Somebody else has saved this template in the meantime').waitFor();
  expect(await subject.inputValue()).toBe('Mine');
  // Either text can be kept.
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  expect(await subject.inputValue()).toBe('Theirs');
  await subject.fill('Both');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Template Saved', 'Emails now use this text.');
  await page.keyboard.press('Escape');

  await follow(page, '/admin/speakers');
  const [speaker] = await (await other.get('/api/admin/speakers')).json();
  const edit = page.getByRole('button', { name: `Edit ${speaker.name}` });
  const title = dialog.getByLabel('Title');
  const saveSpeaker = dialog.getByRole('button', { name: 'Save speaker' });
  const onFrontPage = async () => (await (await world.visitor().get('/api/speakers')).json())[0];
  await edit.click();
  await title.fill('Mine');
  await save(`/api/admin/speakers/${speaker.id}`, speaker, { title: 'Theirs' });
  await saveSpeaker.click();
  await seeToast(page, 'Speaker Not Saved', TOLD);
  await dialog.getByRole('alert').getByText(TOLD).waitFor();
  expect(await title.inputValue()).toBe('Mine');
  expect(await onFrontPage()).toMatchObject({ name: speaker.name, title: 'Theirs' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Theirs', { exact: true }).waitFor();
  await edit.click();
  await title.fill('Both');
  await saveSpeaker.click();
  await seeToast(page, 'Speaker Saved', `${speaker.name} is on the front page.`);
  expect(await onFrontPage()).toMatchObject({ title: 'Both' });

  await follow(page, '/admin?tab=stripe-coupons');
  await page.getByRole('button', { name: 'Delete Twice' }).click();
  const path = `/api/admin/stripe-coupons/${twice.id}`;
  expect((await other.request(path, { method: 'DELETE' })).status).toBe(200);
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete coupon' }).click();
  await question
    .getByRole('alert')
    .getByText(/^No such coupon/)
    .waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('No coupons yet', { exact: true }).waitFor();
});
