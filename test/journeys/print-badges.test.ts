import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { textOfPages } from '#test/read-pdf.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage({ now: '2025-09-18T16:00:00Z' });

/** The pages of the file behind the link. */
async function pagesOf(page: Page, link: Locator): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return textOfPages(await readFile(await download.path()));
}

test('staff print badges for all, for new people, and for one person at the desk', async () => {
  const { world } = stage;
  await buy(world, teamOfTen({ organization: 'Sample School' }));

  const desk = await openDesk(stage, '/admin?tab=check-in');
  await desk.getByRole('link', { name: 'Badges' }).click();
  await desk.getByText('3 of 3 badges to print').waitFor();
  await desk
    .getByLabel('Labels in the printer')
    .selectOption({ label: 'A4, Avery L4785 (10 labels, 80 × 50 mm)' });
  await desk.getByRole('button', { name: 'Make the file: 3 badges to print' }).click();
  await seeToast(desk, 'File made', 'It has 3 badges.');
  const files = desk.getByRole('list', { name: 'Files to print, latest first' });
  const [sheet, ...more] = await pagesOf(desk, files.getByRole('link', { name: 'Download to print' }));
  expect(more).toEqual([]);
  for (const words of ['Caregivers', 'Professionals', 'Jane Sample Sample School', 'Bo Sample'])
    expect(sheet).toContain(words);
  // Neither creating nor downloading the file counts.
  await desk.getByText('3 of 3 badges to print').waitFor();
  await buy(world, checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' }));
  await files.getByRole('button', { name: 'They are printed' }).click();
  await seeToast(desk, 'Printed', '3 badges counted as printed.');

  await desk.getByRole('button', { name: 'Make the file: 1 badge to print' }).click();
  const [late] = await pagesOf(desk, files.getByRole('link', { name: 'Download to print' }));
  expect(late).toContain('Zoe Alpha');
  expect(late).not.toContain('Jane');
  await files.getByRole('button', { name: 'Discard' }).click();
  await files.waitFor({ state: 'detached' });
  await desk.getByText('1 of 4 badges to print').waitFor();

  await follow(desk, '/admin?tab=registrations');
  await desk.getByRole('row', { name: /Zoe Alpha/ }).hover();
  await desk.getByRole('button', { name: 'Badge of Zoe Alpha' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Badge of Zoe Alpha' });
  await dialog.getByRole('button', { name: 'Make the badge' }).click();
  const single = await pagesOf(desk, dialog.getByRole('link', { name: 'Download to print' }));
  expect(single).toHaveLength(1);
  expect(single[0]).toContain('Caregivers Zoe Alpha');
  await dialog.getByRole('button', { name: 'It is printed' }).click();
  await seeToast(desk, 'Printed', '1 badge counted as printed.');
  await follow(desk, '/admin/paper');
  await desk.getByText('All 4 badges are printed.').waitFor();
});
