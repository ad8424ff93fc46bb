import { event } from '#content/event.ts';
import type { listNewsletterSignups } from '#contract/newsletter-signups.ts';
import type { ParsedOf } from '#contract/route.ts';
import { dayIn } from '#domain/calendar.ts';
import { csvLine } from '#domain/csv.ts';
import { saveFile } from '../../save-file.ts';
import { instantText } from '../instant-text.ts';

export type Signup = ParsedOf<typeof listNewsletterSignups.response>['signups'][number];

/** Of the list and its file. */
export const COLUMNS = ['Email', 'First Name', 'Last Name', 'Organization', 'Source', 'Signup Date'];

export function saveSignups(signups: readonly Signup[], at: Date): void {
  const file = new Blob([signupsCsv(signups)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, `newsletter-signups-${dayIn(event.zone, at)}.csv`);
}

export function signupsCsv(signups: readonly Signup[]): string {
  const lines = signups.map((one) =>
    csvLine([
      one.email,
      one.firstName,
      one.lastName,
      one.organization,
      one.source,
      instantText(one.createdAt),
    ]),
  );
  // Without a byte order mark, spreadsheets guess another encoding.
  return `\uFEFF${csvLine(COLUMNS)}${lines.join('')}`;
}
