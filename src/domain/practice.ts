/** The verdict that a practice ticket stands for. */
export const PRACTICE_VERDICTS = [
  'admit',
  'already_in',
  'wrong_day',
  'not_paid',
  'replaced',
  'unknown',
] as const;
export type PracticeVerdict = (typeof PRACTICE_VERDICTS)[number];

/** The QR content of each practice ticket. No real code contains a space. */
export const PRACTICE_TICKETS: Readonly<Record<PracticeVerdict, string>> = {
  admit: 'PRACTICE VALID',
  already_in: 'PRACTICE ALREADY IN',
  wrong_day: 'PRACTICE OTHER DAY',
  not_paid: 'PRACTICE NOT PAID',
  replaced: 'PRACTICE REPLACED',
  unknown: 'PRACTICE UNKNOWN',
};

/** The verdict that a scanned practice ticket stands for; null for anything else. */
export function parsePracticeTicket(text: string): PracticeVerdict | null {
  const read = text.trim().toUpperCase();
  return PRACTICE_VERDICTS.find((verdict) => PRACTICE_TICKETS[verdict] === read) ?? null;
}
