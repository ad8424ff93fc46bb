import { beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { teamOfTen } from '#test/factories.ts';
import { readPass } from '#test/read-pass.ts';
import { walletSettings } from '#test/wallets.ts';
import { setStage } from './stage.ts';

const wallets = await walletSettings();
const stage = setStage({ settings: wallets.settings });

let team: string;
beforeAll(async () => {
  team = (await buy(stage.world, teamOfTen())).order.transactionId;
});

test('a buyer adds a ticket to either wallet, on a phone and by keyboard', async () => {
  const page = await stage.browser.open({ viewport: { width: 390, height: 844 } });
  await page.goto(`${stage.world.siteUrl}/confirmation/${team}`);
  const add = (wallet: string, name: string) =>
    page.getByRole('link', { name: `Add to ${wallet} Wallet : ticket of ${name}`, exact: true });

  const file = page.waitForEvent('download');
  await add('Apple', 'Jane Sample').press('Enter');
  const chunks = [];
  for await (const chunk of await (await file).createReadStream()) chunks.push(chunk);
  const zip = Buffer.concat(chunks);
  const { pass } = readPass(Uint8Array.from(zip).buffer, wallets.authority);
  expect(pass.eventTicket.secondaryFields[0].value).toBe('Jane Sample');
  expect((await file).suggestedFilename()).toMatch(/^DSS\d{6}-[0-9a-f]{8}\.pkpass$/);

  const box = await add('Apple', 'Jane Sample').boundingBox();
  expect(box!.height).toBeGreaterThanOrEqual(44);
  await page.locator('summary').filter({ hasText: 'Ada Sample' }).click();
  // The browser calls our site, not Google, which can't be reached from here.
  let target: string | undefined;
  await page.route('**/google-pass', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    target = response.headers().location;
    await route.fulfill({ body: 'Google Wallet' });
  });
  await add('Google', 'Ada Sample').click();
  await page.getByText('Google Wallet').waitFor();
  expect(target).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/ey/);
});
