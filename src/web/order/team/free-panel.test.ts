import { expect, test } from 'vitest';
import { inviteForm, readInvitation } from './free-panel.tsx';

const NOTE = 'See https://example.org';

test('a note counts only while there is an address to mail it to', () => {
  expect(
    inviteForm.safeParse(readInvitation({ mailTo: 'dan@example.org', personalLine: NOTE })).success,
  ).toBe(false);
  expect(inviteForm.safeParse(readInvitation({ mailTo: ' ', personalLine: NOTE })).data).toEqual({
    mailTo: null,
    personalLine: null,
  });
});
