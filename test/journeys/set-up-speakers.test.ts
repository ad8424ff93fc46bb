import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let page: Page;

const NORA = 'Nora Example';

/** Runs in the page. The next picture is `held` shortly before it has been read, until it is released. */
function holdNextPicture() {
  const { toBlob } = HTMLCanvasElement.prototype;
  const { promise: held, resolve: hold } = Promise.withResolvers<() => Promise<void>>();
  HTMLCanvasElement.prototype.toBlob = function (back, ...format) {
    HTMLCanvasElement.prototype.toBlob = toBlob;
    toBlob.call(this, (blob) => hold(() => release(back, blob!)), ...format);
  };
  /** Settles after the dialog has read it and had time to show it. */
  async function release(back: BlobCallback, blob: Blob) {
    back(blob);
    await blob.arrayBuffer();
    await blob.arrayBuffer();
    await new Promise(requestAnimationFrame);
  }
  return { held };
}

const speakers = () => page.getByRole('main').locator('ol > li');
const names = async () => {
  const texts = await speakers().locator('p:first-child').allInnerTexts();
  return texts.map((text) => text.split('\n')[0]!.trim());
};
/** The speakers on the home page. */
async function onFrontPage() {
  const list = await (await stage.world.visitor().get('/api/speakers')).json();
  return list as { name: string; title: string | null; imageUrl: string | null }[];
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 4, background } })
    .png()
    .toBuffer();
}

async function paintedBy(url: string): Promise<[number, number, string]> {
  const response = await page.request.get(stage.world.siteUrl + url);
  const { data, info } = await sharp(await response.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [info.width, info.height, [...data.subarray(0, 3)].map((one) => Math.round(one / 51)).join(' ')];
}

test('speakers are added with a picture, reordered, deleted and edited; the landing page shows it, from any browser', async () => {
  page = await openDesk(stage, '/admin', {
    expected: [/^400 POST .*speakers$/, /^409 POST .*speakers\/\d+$/],
  });
  await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  await page.getByText('9 on the home page').waitFor();
  await page.getByRole('button', { name: 'Add speaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'New speaker' });
  await dialog.getByRole('button', { name: 'Save speaker' }).click();
  await dialog.getByRole('link', { name: 'Name is required' }).waitFor();
  await dialog.getByLabel('Name').fill(NORA);
  await dialog.getByLabel('Title').fill('Teacher of media');
  await dialog.getByLabel('Bio').fill('Has taught for ten years.');
  await dialog.getByLabel('Marker').selectOption('KEYNOTE');
  await dialog
    .getByLabel(/^Picture/)
    .setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('no') });
  await dialog
    .getByRole('alert')
    .getByText('This browser cannot read this picture. Try a JPEG or PNG file.')
    .waitFor();
  await dialog
    .getByLabel(/^Picture/)
    .setInputFiles({ name: 'nora.png', mimeType: 'image/png', buffer: await picture('#ff0000') });
  await dialog.locator('img').waitFor();
  await dialog.getByRole('button', { name: 'Save speaker' }).click();
  await seeToast(page, 'Speaker Saved', `${NORA} is on the home page.`);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await names()).at(-1)).toBe(NORA);
  const added = (await onFrontPage()).at(-1)!;
  expect(added).toMatchObject({ name: NORA, title: 'Teacher of media' });
  expect(await paintedBy(added.imageUrl!)).toEqual([560, 560, '5 0 0']);

  // Reordered with the buttons and by dragging.
  const before = await names();
  const [first, second] = before as [string, string];
  const up = page.getByRole('button', { name: `Move ${first} up` });
  await expect.poll(() => up.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: `Move ${first} down` }).click();
  await seeToast(page, 'Speaker Order Saved', 'The home page shows the speakers in this order.');
  await expect.poll(() => names()).toEqual([second, first, ...before.slice(2)]);
  // The pressed button has moved with its row, and the focus with it.
  const moved = page.getByRole('button', { name: `Move ${first} down` });
  await expect.poll(() => moved.evaluate((one) => one === document.activeElement)).toBe(true);
  expect((await onFrontPage()).map((one) => one.name).slice(0, 2)).toEqual([second, first]);

  // By its handle, the third row goes to the top.
  const third = before[2]!;
  const [grip, top] = await Promise.all(
    [speakers().nth(2).locator('span').first(), speakers().first()].map((one) => one.boundingBox()),
  );
  await page.mouse.move(grip!.x + grip!.width / 2, grip!.y + grip!.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip!.x + grip!.width / 2, top!.y + 5, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => names()).toEqual([third, second, first, ...before.slice(3)]);
  await expect
    .poll(async () => (await onFrontPage()).map((one) => one.name).slice(0, 3))
    .toEqual([third, second, first]);

  await page.getByRole('button', { name: `Delete ${first}` }).click();
  const asked = page.getByRole('alertdialog', { name: `Delete ${first}?` });
  await asked.waitFor();
  await asked.getByRole('button', { name: 'Delete speaker' }).click();
  await seeToast(page, 'Speaker Deleted', `${first} was removed from the home page.`);
  await expect.poll(() => names()).toEqual([third, second, ...before.slice(3)]);
  const landing = await (await stage.world.visitor().get('/')).text();
  const tile = landing
    .slice(landing.indexOf('id="speakers"'))
    .split('<li')
    .find((one) => one.includes(NORA));
  for (const part of ['Teacher of media', 'KEYNOTE', `src="${added.imageUrl}"`]) expect(tile).toContain(part);
  expect(landing).toContain(second);
  expect(landing).not.toContain(first);

  const editor = page.getByRole('dialog', { name: NORA });

  // A picture that is still being read is waited for, unless another one is chosen.
  const slow = await page.evaluateHandle(holdNextPicture);
  await page.getByRole('button', { name: `Edit ${NORA}` }).click();
  const choose = async (name: string, background: string) =>
    editor
      .getByLabel(/^Picture/)
      .setInputFiles({ name, mimeType: 'image/png', buffer: await picture(background) });
  await choose('slow.png', '#00ff00');
  await editor.getByText('Reading the picture before it can be saved').waitFor();
  const saving = editor.getByRole('button', { name: 'Save speaker' });
  expect(await saving.getAttribute('aria-disabled')).toBe('true');
  await editor.getByLabel('Title').press('Enter');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  const release = await slow.evaluateHandle(({ held }) => held);
  await choose('quick.png', '#0000ff');
  await expect.poll(() => saving.getAttribute('aria-disabled')).toBeNull();
  const quick = await editor.locator('img').getAttribute('src');
  expect(quick).toMatch(/^data:/);
  await release.evaluate((one) => one());
  expect(await editor.locator('img').getAttribute('src')).toBe(quick);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await editor.waitFor({ state: 'detached' });

  // Somebody else saves first: nothing is overwritten.
  await page.getByRole('button', { name: `Edit ${NORA}` }).click();
  await expect.poll(() => editor.getByLabel('Bio').inputValue()).toBe('Has taught for ten years.');
  await editor.getByLabel('Title').fill('Mine');
  const other = await stage.world.staff('maria.lopez@example.org');
  const stored = (await (await other.get('/api/admin/speakers')).json()).at(-1);
  const theirs = { ...stored, title: 'Theirs', seenUpdatedAt: stored.updatedAt };
  expect((await other.post(`/api/admin/speakers/${stored.id}`, theirs)).status).toBe(200);
  await editor.getByRole('button', { name: 'Save speaker' }).click();
  const told = 'Someone else has changed this in the meantime. Please review it and try again.';
  await seeToast(page, 'Speaker Not Saved', told);
  await editor.getByRole('alert').getByText(told).waitFor();
  await expect.poll(() => editor.getByLabel('Title').inputValue()).toBe('Mine');
  expect((await onFrontPage()).at(-1)).toMatchObject({ name: NORA, title: 'Theirs' });
  // Having reviewed it, one can save.
  await editor.getByLabel('Title').fill('Head of media');
  await editor.getByRole('button', { name: 'Remove the picture' }).click();
  await editor.getByRole('button', { name: 'Save speaker' }).click();
  // The toast has the same text as the previous one.
  await editor.waitFor({ state: 'detached' });
  await seeToast(page, 'Speaker Saved', `${NORA} is on the home page.`);
  expect((await onFrontPage()).at(-1)).toMatchObject({ title: 'Head of media', imageUrl: null });

  // A browser that writes no WebP, such as Safari, sends a JPEG, and what was transparent is white.
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (back, type, quality) {
      toBlob.call(this, back, type === 'image/webp' ? 'image/png' : type, quality);
    };
  });
  await page.getByRole('button', { name: 'Add speaker' }).click();
  await dialog.getByLabel('Name').fill('Sofia Sample');
  const buffer = await picture('#ff000000');
  await dialog.getByLabel(/^Picture/).setInputFiles({ name: 'sofia.png', mimeType: 'image/png', buffer });
  await dialog.locator('img').waitFor();
  expect(await dialog.locator('img').evaluate((one: HTMLImageElement) => one.decode())).toBeUndefined();
  await dialog.getByRole('button', { name: 'Save speaker' }).click();
  await seeToast(page, 'Speaker Saved', 'Sofia Sample is on the home page.');
  const sofia = (await onFrontPage()).at(-1)!;
  expect(await paintedBy(sofia.imageUrl!)).toEqual([560, 560, '5 5 5']);
});
