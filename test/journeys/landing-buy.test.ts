import { expect, test } from 'vitest';
import { payByCard } from '#test/browser.ts';
import { fillDetails } from './fill-registration.ts';
import { findForm, land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const buyer = { firstName: 'Lana', lastName: 'Landing', email: 'lana@example.org' };

test('from the first view, with an error on the way, to a paid ticket', async () => {
  const page = await land(stage, { reducedMotion: 'no-preference' });
  await page.getByRole('link', { name: 'Register for September 20th Summit' }).click();
  const form = page.locator('#registration form');
  await form.getByLabel('First name').fill('Lana');
  await form.getByRole('button', { name: 'Continue' }).click();
  await form.getByText('There is a problem').waitFor();
  expect(await form.getByLabel('First name').inputValue()).toBe('Lana');
  await fillDetails(page, buyer);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/checkout');
  await page.getByText('lana@example.org').first().waitFor();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await payByCard(page);
  await page.getByRole('heading', { name: "You're in, Lana!" }).waitFor();
});

test('a team typed before and after hydration is on the summary, and still there after going back', async () => {
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  const page = await land(stage, {
    prepare: (own) =>
      own.route('**/assets/open-registration-*.js', async (route) => {
        await mayCome;
        await route.continue();
      }),
  });
  const form = page.locator('#registration form');
  await form.getByRole('radio', { name: /^10-Person Package/ }).check();
  await fillDetails(page, { ...buyer, track: 'Professionals' });
  expect(await page.locator('#registration [data-ready]').count()).toBe(0);
  letCome();
  await findForm(page);
  expect(await form.getByRole('radio', { name: /^10-Person Package/ }).isChecked()).toBe(true);
  await form.getByLabel('Organization').first().fill('Landing School');
  await form.getByRole('radio', { name: 'Add team member details now' }).check();
  const second = form.getByRole('group', { name: 'Seat 2' });
  await second.getByLabel('First name').fill('Ada');
  await second.getByLabel('Last name').fill('Sample');
  await second.getByLabel('Email').fill('ada@example.org');
  await form.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/checkout');
  await page.getByRole('button', { name: 'Pay $200.00' }).waitFor();
  const summary = await page.locator('main').textContent();
  for (const words of ['Lana Landing', 'lana@example.org', '10-Person Package', 'Ada Sample']) {
    expect(summary).toContain(words);
  }

  await page.goBack();
  const again = await findForm(page);
  const details = again.getByRole('group', { name: 'Your details', exact: true });
  expect({
    name: await details.getByLabel('First name').inputValue(),
    email: await details.getByLabel('Email').inputValue(),
    organization: await again.getByLabel('Organization').first().inputValue(),
    isTeam: await again.getByRole('radio', { name: /^10-Person Package/ }).isChecked(),
    isProfessional: await details.getByRole('radio', { name: 'Professionals' }).isChecked(),
    member: await again.getByRole('group', { name: 'Seat 2' }).getByLabel('Email').inputValue(),
  }).toEqual({
    name: 'Lana',
    email: 'lana@example.org',
    organization: 'Landing School',
    isTeam: true,
    isProfessional: true,
    member: 'ada@example.org',
  });
});
