/** The QR content of each practice ticket, by the verdict that it stands for. No real code contains a space. */
export const PRACTICE_TICKETS = {
  admit: 'PRACTICE VALID',
  already_in: 'PRACTICE ALREADY IN',
  wrong_day: 'PRACTICE OTHER DAY',
  not_paid: 'PRACTICE NOT PAID',
  replaced: 'PRACTICE REPLACED',
  unknown: 'PRACTICE UNKNOWN',
} as const;
export type PracticeVerdict = keyof typeof PRACTICE_TICKETS;
export const PRACTICE_VERDICTS = /* @__PURE__ */ Object.keys(PRACTICE_TICKETS) as PracticeVerdict[];

/** The verdict that a scanned practice ticket stands for; null for anything else. */
export function parsePracticeTicket(text: string): PracticeVerdict | null {
  const read = text.trim().toUpperCase();
  return PRACTICE_VERDICTS.find((verdict) => PRACTICE_TICKETS[verdict] === read) ?? null;
}
