import type { Page } from 'playwright-core';
import { PAGE_SIZE } from '#contract/paging.ts';
import type { Visitor } from '../../visitor.ts';
import type { Site } from '../site.ts';
import { untilMailed } from './mail-heads.ts';
import { planted } from './script-payloads.ts';
import type { PlantedOrder } from './script-planting.ts';
import { type ScriptWatch, seeLoaded, seeText } from './script-watch.ts';

/** Tickets per planted order: two named at purchase, one later. */
const PEOPLE = 3;
const tag = (n: number) => `Q${n}q`;

/** The pages for everybody and for buyers. */
export async function readPublicPages(
  site: Site,
  watch: ScriptWatch,
  orders: readonly PlantedOrder[],
): Promise<void> {
  await watch.inPages(['/'], async (page, path) => {
    await page.goto(site.url + path);
    await seeText(page, tag(0));
    await page.getByRole('link', { name: 'Register' }).first().waitFor();
  });
  await watch.inPages(orders, async (page, { n, transactionId }) => {
    const addresses = [`/checkout-success?id=${transactionId}`, `/confirmation/${transactionId}`];
    if (n % 5 === 0) addresses.push(`/registration/${transactionId}`);
    for (const path of addresses) {
      await page.goto(site.url + path, { waitUntil: 'commit' });
      await seeText(page, tag(n));
    }
  });
  await watch.inPages(orders, async (page, { n }) => {
    const typed = {
      email: planted(n),
      firstName: planted(n),
      lastName: '',
      organization: planted(n),
      source: planted(n),
    };
    const response = await fetch(`${site.url}/api/newsletter/signup`, {
      method: 'POST',
      body: new URLSearchParams(typed),
      headers: { 'x-forwarded-for': `198.51.101.${n}` },
    });
    await openAsPage(page, await response.text());
  });
}

/** Every desk tab, and each order's dialog. */
export async function readDesk(
  site: Site,
  watch: ScriptWatch,
  orders: readonly PlantedOrder[],
): Promise<void> {
  const last = tag(orders.at(-1)!.n);
  const lists = [
    ...pagesOf('?tab=orders', orders.length),
    ...pagesOf('?tab=registrations', orders.length * PEOPLE),
    '?tab=newsletter',
    '?tab=check-in',
    '?tab=stripe-products',
    '?tab=stripe-coupons',
    '?tab=product-mappings',
    '/speakers',
    '/coupons',
    '/stripe-products',
  ];
  await watch.inPages(lists, async (page, at) => {
    await page.goto(`${site.url}/admin${at}`);
    const isShown = !/page=|mappings|products|coupons$/.test(at) || at === '/coupons';
    if (isShown) await seeText(page, at === '/coupons' ? last.toUpperCase() : 'Q');
    await seeLoaded(page);
  });
  await watch.inPages(['?tab=email-templates'], readTemplate(site));
  await watch.inPages(orders, async (page, { n }) => {
    const name = new RegExp(`^View Details of ${tag(n)}`);
    if (!page.url().includes('tab=orders')) await page.goto(`${site.url}/admin?tab=orders`);
    await page.getByRole('searchbox').fill(tag(n));
    await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name: /^Order DSS/ });
    await dialog.getByRole('region', { name: 'Refunds' }).getByText(tag(n)).waitFor();
    if (n % 10 === 0) {
      await dialog
        .getByRole('button', { name: new RegExp(`^Correct ${tag(n)}`) })
        .first()
        .click();
      await dialog.getByRole('button', { name: 'Cancel' }).first().click();
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
}

function pagesOf(list: string, rows: number): string[] {
  const further = Math.max(0, Math.ceil(rows / PAGE_SIZE) - 1);
  return [list, ...Array.from({ length: further }, (_, index) => `${list}&page=${index + 2}`)];
}

/** A template's editor, preview and versions. */
function readTemplate(site: Site) {
  return async (page: Page, at: string): Promise<void> => {
    await page.goto(`${site.url}/admin${at}`);
    await seeText(page, tag(0));
    await page.getByRole('button', { name: /^Edit/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    for (const name of ['Preview', 'Versions'])
      await dialog
        .getByRole('radio', { name })
        .or(dialog.getByRole('tab', { name }))
        .first()
        .click({ timeout: 3_000 });
  };
}

/** Downloads, and files opened by address. */
export async function readFiles(
  site: Site,
  watch: ScriptWatch,
  staff: Visitor,
  orders: readonly PlantedOrder[],
): Promise<void> {
  const csv = await staff.get('/api/admin/export/registrations');
  const head = (name: string) => csv.headers.get(name) ?? '';
  const isFile =
    head('content-type').startsWith('text/csv') && head('content-disposition').startsWith('attachment');
  if (!isFile || head('x-content-type-options') !== 'nosniff')
    watch.caught.push('the CSV is opened as a page');
  if (!(await csv.text()).includes(planted(orders[0]!.n))) watch.caught.push('the CSV lacks what was typed');
  const paths = [
    '/api/speakers',
    `/api/admin/orders?search=${tag(orders[0]!.n)}`,
    '/api/admin/coupons',
    `/api/registrations/${orders[0]!.transactionId}`,
  ];
  await watch.inPages(paths, async (page, path) => {
    await page.goto(site.url + path);
    await seeText(page, path.endsWith('coupons') ? 'Q0Q' : tag(0));
  });
}

/** Each mail in a reader without any protection; returns how many. */
export async function readMails(site: Site, watch: ScriptWatch): Promise<number> {
  await untilMailed(site);
  const messages = await site.sandbox.mailbox.messages();
  await watch.inPages(messages, async (page, { html }) => {
    await openAsPage(page, html);
  });
  return messages.length;
}

/** Without the site's content security policy. */
async function openAsPage(page: Page, html: string): Promise<void> {
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  await page.setContent(html, { waitUntil: 'load' });
}
