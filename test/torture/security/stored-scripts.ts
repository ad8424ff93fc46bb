import type { Check, Outcome, Torture } from '../check.ts';
import type { Site } from '../site.ts';
import type { Guard } from '../without-guard.ts';
import { forgeHeads } from './mail-heads.ts';
import { PAYLOADS } from './script-payloads.ts';
import { plantAll, plantNotes, plantTemplates } from './script-planting.ts';
import { readDesk, readFiles, readMails, readPublicPages } from './script-reading.ts';
import { openScriptWatch, type ScriptWatch } from './script-watch.ts';
import { outcomeOf, withSite } from './with-site.ts';

/** Mails are filled in by a thread, out of reach of what takes guards away here. */
const escapes: readonly Guard[] = [
  { file: 'http/pages.ts', guarded: ".replaceAll('<', '\\\\u003c')", unguarded: '' },
  {
    file: 'newsletter/form-page.ts',
    guarded: "typed[field.name] ?? '', errors",
    unguarded: "raw(typed[field.name] ?? ''), errors",
  },
];

/** A header of its own that is sent as it is, filled with a subject of several lines. */
const oneLine: readonly Guard[] = [
  {
    file: 'mail/render-mail.ts',
    guarded: "return text.replaceAll(/[\\p{Cc}\\u2028\\u2029\\s]+/gu, ' ').trim();",
    unguarded: 'return text;',
  },
  {
    file: 'mail/transport.ts',
    guarded: "headers: { 'Auto-Submitted': 'auto-generated' },",
    unguarded: "headers: { 'Auto-Submitted': { prepared: true, value: mail.subject } },",
  },
];

/** S12: what was typed, read again wherever it is shown. */
export const storedScripts: Check = {
  id: 'S12',
  title: `${PAYLOADS.length} scripts in every stored field, opened in a browser; header lines in mails`,
  goal: 'none runs, fetches, or becomes markup; each is shown as it was typed; no header more',
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
  const watch = await openScriptWatch(site.url, staff.cookie('session')!);
  try {
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
  } finally {
    await watch.close();
  }
}

/** How many of the payloads the browser catches where they are markup: a watch that sees nothing has shown nothing. */
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
