import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { speakers } from '#content/speakers.ts';
import { newsletterSignups } from '#server/db/tables.ts';
import { expectArrival, land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('without JavaScript, menu, details and newsletter work; prices, seats and contact are readable', async () => {
  const page = await land(stage, {
    expected: [/^400 POST .*\/api\/newsletter\/signup$/],
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name: 'Agenda' }).click();
  await expectArrival(page.locator('#agenda'));
  await page.getByText('Show full schedule').click();
  await expect.poll(() => page.getByRole('heading', { name: 'Teen panel' }).isVisible()).toBe(true);
  const tile = page.locator('#speakers li').filter({ hasText: speakers[0]!.name });
  await tile.getByRole('heading').click();
  await expect.poll(() => tile.getByText(speakers[0]!.bio).isVisible()).toBe(true);
  // Buttons that can't work aren't shown.
  await expect.poll(() => page.getByRole('button', { name: /rotation$/ }).isVisible()).toBe(false);

  await page.getByRole('link', { name: 'Register for September 20th Summit' }).click();
  const section = page.locator('#registration');
  await expectArrival(section);
  await expect.poll(() => section.getByRole('textbox').count()).toBe(0);
  expect((await section.allInnerTexts())[0]!.split(/\n+/)).toEqual([
    'Take your seat',
    'Three minutes, no account. You can check everything before you pay.',
    'The registration form needs JavaScript. You can also register by phone or email: (303) 555-0142, hello@example.org',
    'Conference',
    'September 20 · 300 seats left',
    'Individual Package',
    '$20',
    'instead of',
    '$99',
    'SAVE $79',
    '10-Person Package',
    '$200',
    'instead of',
    '$792',
    'SAVE $592',
    'Training + conference',
    'September 19–20 · 60 seats left',
    'Individual Package',
    '$1,500',
    '5-Person Package',
    '$3,500',
    '10-Person Package',
    '$5,000',
  ]);
  expect(
    await section.getByRole('link').evaluateAll((links) => links.map((one) => one.getAttribute('href'))),
  ).toEqual(['tel:+13035550142', 'mailto:hello@example.org']);

  // A browser takes this for an address.
  await send(page, 'noah@example');
  await page.getByRole('link', { name: 'Valid email is required' }).waitFor();
  expect({
    firstName: await page.getByLabel('First name').inputValue(),
    lastName: await page.getByLabel('Last name').inputValue(),
    email: await page.getByLabel('Email').inputValue(),
    organization: await page.getByLabel('Organization').inputValue(),
  }).toEqual({
    firstName: 'Noah',
    lastName: 'Scriptless',
    email: 'noah@example',
    organization: 'Plain & Co',
  });
  await page.getByLabel('Email').fill('noah.second@example.org');
  await page.getByRole('button').click();
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor();

  const { email, source } = newsletterSignups;
  const rows = await stage.world.database.db.select({ email, source }).from(newsletterSignups);
  expect(rows).toEqual([{ email: 'noah.second@example.org', source: 'registration_section' }]);

  await page.goto(`${stage.world.siteUrl}/register`);
  const main = page.getByRole('main');
  await main.getByRole('heading', { level: 1, name: 'Save your seat' }).waitFor();
  expect([await main.getByRole('textbox').count(), await main.getByRole('button').count()]).toEqual([0, 0]);
  const [words] = await main.allInnerTexts();
  for (const said of ['The registration form needs JavaScript.', '300 seats left', '$20', '$5,000'])
    expect(words).toContain(said);
});

async function send(page: Page, email: string) {
  const form = page.locator('#newsletter-signup-registration_section form');
  await form.getByLabel('First name').fill('Noah');
  await form.getByLabel('Last name').fill('Scriptless');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Organization').fill('Plain & Co');
  await form.getByRole('button').click();
}
