import { expect, test } from 'vitest';
import { signupsCsv } from './save-signups.ts';

test('signups have the specified columns, and no cell is a formula', () => {
  const csv = signupsCsv([
    {
      id: 1,
      email: 'lee@example.org',
      firstName: '=cmd',
      lastName: 'Sample',
      organization: null,
      source: 'hero_section',
      createdAt: '2025-07-15T16:00:00.000Z',
    },
  ]);
  expect(csv).toBe(
    '\uFEFFEmail,First Name,Last Name,Organization,Source,Signup Date\r\n' +
      `lee@example.org,"'=cmd",Sample,,hero_section,"Jul 15, 2025, 10:00 AM MDT"\r\n`,
  );
});
