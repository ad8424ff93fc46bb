import { expect, test } from 'vitest';
import { parseQrToken } from './codes.ts';
import { PRACTICE_TICKETS, PRACTICE_VERDICTS, parsePracticeTicket } from './practice.ts';

test('each practice ticket is read only as the verdict it stands for', () => {
  expect(PRACTICE_VERDICTS.map((verdict) => parsePracticeTicket(PRACTICE_TICKETS[verdict]))).toEqual(
    PRACTICE_VERDICTS,
  );
  expect(PRACTICE_VERDICTS.map((verdict) => parseQrToken(PRACTICE_TICKETS[verdict]))).toEqual(
    PRACTICE_VERDICTS.map(() => null),
  );
  expect(['PRACTICE', 'PRACTICE VALID 2', ''].map(parsePracticeTicket)).toEqual([null, null, null]);
});

test('a typed practice ticket is read in any case, with space around it', () => {
  expect(parsePracticeTicket(' practice other day\n')).toBe('wrong_day');
});
