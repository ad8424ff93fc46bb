import { expect, test } from 'vitest';
import { openDesk, seeToast, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage({ ticketMails: true });

test('a mail template is edited with a preview, and leaving never loses the input', async () => {
  const page = await openDesk(stage, '/admin?tab=orders', {
    expected: [/^400 POST /, /^401 /],
  });
  await page.getByRole('tab', { name: 'Email Templates' }).click();
  const opener = page.getByRole('button', { name: 'Edit Ticket', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Ticket', exact: true });
  const subject = dialog.getByLabel('Subject');
  const question = page.getByRole('alertdialog');
  await opener.click();
  await subject.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await opener.click();
  const subjectBefore = await subject.inputValue();
  await subject.fill('A subject of my own');
  const leave = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 400),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.evaluate(() => history.back()),
  ];
  for (const attempt of leave) {
    await attempt();
    await question.getByText('Discard your changes?').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await subject.inputValue()).toBe('A subject of my own');
  }
  await subject.fill(subjectBefore);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await opener.click();
  await subject.fill('Thrown away');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await opener.click();
  expect(await subject.inputValue()).toBe(subjectBefore);

  const html = dialog.getByLabel('HTML content');
  const htmlBefore = await html.inputValue();
  await html.fill('<p>Hello</p>\n<script>alert(1)</script>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('link', { name: 'Line 2: the tag <script> cannot be used in an email.' }).waitFor();

  await html.fill('<p>Welcome, </p>');
  await html.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(12, 12));
  await dialog.getByRole('button', { name: /^recipient\.firstName/ }).click();
  expect(await html.inputValue()).toBe('<p>Welcome, {{ recipient.firstName }}</p>');
  await dialog.frameLocator('iframe').getByText('Welcome, Ana').waitFor();
  expect(await dialog.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
  // Escape works from inside the frame, too.
  await dialog.frameLocator('iframe').locator('body').press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.locator('iframe').waitFor({ state: 'hidden' });
  await dialog.getByRole('radio', { name: 'Preview' }).check();
  await dialog.frameLocator('iframe').getByText('Welcome, Ana').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save' }).evaluate(isInView)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('radio', { name: 'Edit' }).check();
  expect(await dialog.getByRole('button', { name: 'Save' }).evaluate(isInView)).toBe(true);
  await dialog.getByRole('button', { name: 'Send me a test' }).click();
  await toastOf(page).getByText('Test Email Sent').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toastOf(page).getByText('Template Saved').waitFor();
  await dialog.getByRole('radio', { name: 'Versions' }).check();
  await dialog.getByRole('button', { name: /^Restore/ }).click();
  expect(await html.inputValue()).toBe(htmlBefore);

  // The session ends: staff sign in in another tab and continue.
  await subject.fill('Typed before the session ended');
  // The preview calls the server, too.
  await dialog.getByRole('region', { name: 'Preview' }).getByText('Typed before the session ended').waitFor();
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByText('You are logged out').waitFor();
  await question.getByRole('button', { name: 'Not now' }).click();
  expect(await subject.inputValue()).toBe('Typed before the session ended');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Sign in in a new tab' }).click();
  const tab = await opened;
  const closed = tab.waitForEvent('close');
  await tab.getByRole('button', { name: 'admin@example.org' }).click();
  await closed;
  await seeToast(page, 'Signed In', 'You can save your work now.');
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Template Saved', 'Emails now use this text.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

function isInView(box: Element): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
