import { expect, test } from 'vitest';
import { EARLY_BIRD } from '#test/world.ts';
import { openForm, openSummary } from './fill-registration.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const SENTENCE = 'Registration for this event has closed as the event has concluded.';
const buyer = { firstName: 'Lata', lastName: 'Late', email: 'lata@example.org' };

test('after the event the form and the summary are closed', async () => {
  stage.world.moveClock('2025-09-21T06:00:00Z');
  const page = await stage.browser.open();
  for (const path of ['/register', '/checkout']) {
    await page.goto(stage.world.siteUrl + path);
    await page.getByRole('heading', { name: 'Registration Closed' }).waitFor();
    await page.getByText(SENTENCE).waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  }
});

test('an open form is replaced by a message when registration closes', async () => {
  stage.world.moveClock('2025-09-21T05:50:00Z');
  const page = await stage.browser.open({ isFirstVisit: true });
  await page.clock.install({ time: new Date('2025-09-21T05:50:00Z') });
  await openForm(page, stage.world.siteUrl);
  expect(await page.getByRole('banner').getByRole('link', { name: 'Get updates' }).count()).toBe(0);

  stage.world.moveClock('2025-09-21T06:00:00Z');
  await page.clock.fastForward(31_000);
  await page.getByRole('heading', { name: 'Registration Closed' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Get updates' }).waitFor();
  expect(await page.title()).toBe('Registration Closed - Digital Safety Summit');
});

test('an open summary sells nothing after registration closes, and leads home with a message', async () => {
  const page = await stage.browser.open({ expected: [/^403 POST .*\/api\/create-checkout-session/] });
  for (const goOn of [() => page.reload(), () => page.getByRole('button', { name: 'Pay $20.00' }).click()]) {
    stage.world.moveClock(EARLY_BIRD);
    await openSummary(page, stage.world.siteUrl, buyer);
    stage.world.moveClock('2025-09-21T06:00:00Z');
    await goOn();
    await page.waitForURL(`${stage.world.siteUrl}/`);
    const toast = page.getByRole('region', { name: /Notifications/ });
    await toast.getByText('Registration Closed').waitFor();
    await toast.getByText(SENTENCE).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('pending-registration'))).toBeNull();
  }
  const orders = await (await stage.world.staff()).get('/api/admin/orders');
  expect(await orders.json()).toEqual([]);
});
