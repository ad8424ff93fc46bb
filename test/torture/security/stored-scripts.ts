import type { jsonForHtml } from '#server/http/pages.ts';
import type { cleanMailHtml } from '#server/mail/clean-mail-html.ts';
import type { OutgoingMail } from '#server/mail/transport.ts';
import type { Check, Outcome, Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { forgeHeads } from './mail-heads.ts';
import { PAYLOADS } from './script-payloads.ts';
import { plantAll, plantNotes, plantTemplates } from './script-planting.ts';
import { readDesk, readFiles, readMails, readPublicPages } from './script-reading.ts';
import { openScriptWatch, type ScriptWatch } from './script-watch.ts';
import { outcomeOf, withSite } from './with-site.ts';

const escapes: readonly Guard[] = [
  replace<typeof jsonForHtml>(
    'server/http/pages.ts',
    'jsonForHtml',
    (jsonForHtml) => (value) => jsonForHtml(value).replaceAll('\\u003c', '<'),
  ),
  replace('server/newsletter/answer-form.ts', 'fieldRow', (fieldRow) => (field, value: string, error) => {
    // What Hono treats as safe markup.
    const markup = Object.assign(new String(value), { isEscaped: true });
    return fieldRow(field, markup, error);
  }),
  replace('server/mail/fill-template.ts', 'fill', (fill) => (engine, text, variables) => {
    engine.options.outputEscape = undefined;
    return fill(engine, text, variables);
  }),
  replace<typeof cleanMailHtml>('server/mail/clean-mail-html.ts', 'cleanMailHtml', () => (html) => ({
    html,
    problem: null,
  })),
];

/** A raw header, filled with a multi-line subject. */
const oneLine: readonly Guard[] = [
  replace('server/mail/render-mail.ts', 'oneLine', () => (text: string) => text),
  replace('server/mail/transport.ts', 'toMessage', (toMessage) => (mail: OutgoingMail) => ({
    ...(toMessage(mail) as object),
    headers: { 'Auto-Submitted': { prepared: true, value: mail.subject } },
  })),
];

/** S12: planted scripts, read wherever their fields are shown. */
export const storedScripts: Check = {
  id: 'S12',
  title: `${PAYLOADS.length} scripts in every stored field, opened in a browser; header lines in mails`,
  goal: 'none runs, fetches, or becomes markup; each is shown as typed; no mail header added',
  seconds: 400,
  run: (torture) => withSite(torture, { processes: 1 }, (site) => plantAndRead(site, torture)),
  control: (torture) =>
    withSite(torture, { processes: 1, without: [...escapes, ...oneLine] }, (site) =>
      plantAndRead(site, { ...torture, count: () => 5 }),
    ),
};

async function plantAndRead(site: Site, torture: Torture): Promise<Outcome> {
  const count = torture.count(PAYLOADS.length);
  let staff = await site.staff();
  await plantTemplates(staff);
  const orders = await plantAll(site, staff, count);
  await using watch = await openScriptWatch(site.url, staff.cookie('session')!);
  const raw = await provesItself(watch);
  await readPublicPages(site, watch, orders);
  site.moveClock('2025-09-20T15:00:00Z');
  staff = await site.staff();
  await plantNotes(staff, orders);
  await readDesk(site, watch, orders);
  await readFiles(site, watch, staff, orders);
  const mails = await readMails(site, watch);
  const heads = await forgeHeads(site, staff);
  return outcomeOf(
    `${orders.length} orders, ${mails} mails, ${heads.tried} forged heads; of ${PAYLOADS.length} planted as markup ${raw} were caught; caught ${watch.caught.length}, heads ${heads.faults.length}`,
    [
      ...watch.caught.slice(0, 2),
      ...heads.faults.slice(0, 1),
      ...(raw < 80 ? [`only ${raw} would be caught`] : []),
    ],
  );
}

/** How many payloads the browser catches where they are markup. A watch that catches nothing proves nothing. */
async function provesItself(watch: ScriptWatch): Promise<number> {
  let seen = 0;
  for (const payload of PAYLOADS) {
    await watch.inPages([payload], async (page) => {
      await page.goto('about:blank');
      await page.setContent(`<p title="${payload}">${payload}</p>`, { waitUntil: 'commit' });
      await page.waitForTimeout(20);
    });
    if (watch.caught.length > 0) seen += 1;
    watch.caught.length = 0;
  }
  return seen;
}
