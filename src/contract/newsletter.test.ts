import { expect, test } from 'vitest';
import { newsletterSignup } from './newsletter.ts';

const given = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Sample' };

test.each([
  [given, { ...given, organization: null, source: 'hero' }],
  [
    { ...given, organization: ' School ', source: 'footer' },
    { ...given, organization: 'School', source: 'footer' },
  ],
  [
    { ...given, organization: '', source: 'registration_section' },
    { ...given, organization: null, source: 'registration_section' },
  ],
])('%j is a signup', (input, parsed) => {
  expect(newsletterSignup.parse(input)).toEqual(parsed);
});

test.each([
  [{ firstName: ' ' }, ['First name is required']],
  [{ lastName: undefined }, ['Last name is required']],
  [{ email: 'ada@' }, ['Valid email is required']],
  [{ source: 'section' }, ['Expected hero, footer or registration_section']],
  [{ source: 'hero_section' }, ['Expected hero, footer or registration_section']],
  [{ source: null }, ['Expected hero, footer or registration_section']],
])('%j is refused', (changes, told) => {
  const parsed = newsletterSignup.safeParse({ ...given, ...changes });
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual(told);
});
