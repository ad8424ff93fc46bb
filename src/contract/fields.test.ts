import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  email,
  firstName,
  lastName,
  optionalText,
  optionalTrack,
  phone,
  seats,
  track,
  uuid,
} from './fields.ts';
import { optionalLines } from './optional-lines.ts';

const CONTROL = 'Contains characters that cannot be used here';
const DIRECTION = 'Contains an invisible character that changes the direction of text; type it again';
const LINK = 'Please leave web addresses out of names, and put a space after a period';
const nul = '\u0000';

/** The parsed value, or the validation messages. */
function told(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues.map((issue) => issue.message);
}

describe.each([
  ['first', firstName, 'First name is required'],
  ['last', lastName, 'Last name is required'],
] as const)('the %s name', (_which, schema, required) => {
  test.each<[unknown, unknown]>([
    ['Ada', 'Ada'],
    ['  Ada \n', 'Ada'],
    ["Zoë-Anne O'Neil", "Zoë-Anne O'Neil"],
    ['李', '李'],
    ['=SUM(A1)', '=SUM(A1)'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), ['Enter at most 100 characters']],
    ['', [required]],
    [' \t ', [required]],
    ['\u200B', [required]],
    ['\u3164', [required]],
    ['\u2800', [required]],
    ['\u00AD \u2060', [required]],
    ['\u0301', [required]],
    ['\u202E', [required, DIRECTION]],
    ['\u200BAda', '\u200BAda'],
    ['.', '.'],
    ['🙂', '🙂'],
    ['St.John', 'St.John'],
    ['https://bad.example/prize', [LINK]],
    ['Ada www.bad.example', [LINK]],
    ['WWW.bad.example', [LINK]],
    ['Claim at bad.example', [LINK]],
    ['bad。example', [LINK]],
    ['bad｡example', [LINK]],
    ['bad․example', [LINK]],
    ['bad﹒Example', [LINK]],
    ['st.john', [LINK]],
    ['ST.JOHN', [LINK]],
    ['Claim at BAD.EXAMPLE', [LINK]],
    ['bad.Example', [LINK]],
    ['Bad.Example', [LINK]],
    ['x-y.Example', [LINK]],
    ['bad.eXample', [LINK]],
    ['BAD。EXAMPLE', [LINK]],
    ['T.Co/x', [LINK]],
    ['bad\u200B.\u00ADexample', [LINK]],
    ['BIT.LY/ABC', [LINK]],
    ['J.R.Sample', 'J.R.Sample'],
    ['st. john', 'st. john'],
    ['J.R. Sample: Ada', 'J.R. Sample: Ada'],
    ['Ph.D.', 'Ph.D.'],
    ['M.ª José', 'M.ª José'],
    [undefined, [required]],
    [null, [required]],
    [7, [required]],
    [['Ada'], [required]],
    [{ toString: 'Ada' }, [required]],
    [`A${nul}da`, [CONTROL]],
    ['A\r\nBcc: x', [CONTROL]],
    ['A\u2028da', [CONTROL]],
    ['A\u007Fda', [CONTROL]],
    ['A\u202Eda', [DIRECTION]],
    ['\u202AAda\u202C', [DIRECTION]],
    ['\u2067Ada\u2069', [DIRECTION]],
    ['שרה כהן', 'שרה כהן'],
    ['محمد\u200F (Mo)', 'محمد\u200F (Mo)'],
  ])('%j', (value, expected) => {
    expect(told(schema, value)).toEqual(expected);
  });
});

test.each<[unknown, unknown]>([
  ['ada@example.org', 'ada@example.org'],
  ['  Ada.B+c@Example.org ', 'Ada.B+c@Example.org'],
  [`${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example.org`, expect.any(String)],
  ['', ['Valid email is required']],
  ['ada', ['Valid email is required']],
  ['ada@', ['Valid email is required']],
  ['@example.org', ['Valid email is required']],
  ['ada@example', ['Valid email is required']],
  ['ada@example..org', ['Valid email is required']],
  ['a b@example.org', ['Valid email is required']],
  ['ada@example.org, bo@example.org', ['Valid email is required']],
  ['ada@example.org\r\nBcc: bo@example.org', ['Valid email is required']],
  ['Ada <ada@example.org>', ['Valid email is required']],
  [undefined, ['Valid email is required']],
  [null, ['Valid email is required']],
  [42, ['Valid email is required']],
])('the email %j', (value, expected) => {
  expect(told(email, value)).toEqual(expected);
});

test('an email has at most 254 characters, and gets one sentence however much is wrong with it', () => {
  const ofLength = (length: number) => `${'a'.repeat(64)}@${'b'.repeat(length - 69)}.org`;
  expect(told(email, ofLength(254))).toBe(ofLength(254));
  expect(told(email, ofLength(255))).toEqual(['Valid email is required']);
  expect(new Set(told(email, 'a'.repeat(300)) as string[])).toEqual(new Set(['Valid email is required']));
});

test.each<[unknown, unknown]>([
  ['303 555 0100', '303 555 0100'],
  [' +1 (303) 555-0100 ', '+1 (303) 555-0100'],
  ['5550100', '5550100'],
  ['555010', ['Enter a phone number with at least 7 digits']],
  ['call me', ['Enter a phone number with at least 7 digits']],
  ['', expect.arrayContaining(['Phone number is required'])],
  [undefined, ['Phone number is required']],
  [3035550100, ['Phone number is required']],
  [`5550100${nul}1`, [CONTROL]],
  ['\u202E5550100', [DIRECTION]],
  ['\u200B', expect.arrayContaining(['Phone number is required'])],
  ['1'.repeat(41), ['Enter at most 40 characters']],
])('the phone number %j', (value, expected) => {
  expect(told(phone, value)).toEqual(expected);
});

test.each<[unknown, unknown]>([
  ['School', 'School'],
  [' School ', 'School'],
  ['', null],
  ['   ', null],
  [null, null],
  [undefined, null],
  ['x'.repeat(10), 'x'.repeat(10)],
  ['x'.repeat(11), ['Enter at most 10 characters']],
  [`a${nul}`, [CONTROL]],
  ['a\nb', [CONTROL]],
  ['a\u202Eb', [DIRECTION]],
  ['a\u2066b', [DIRECTION]],
])('optional text of 10: %j', (value, expected) => {
  expect(told(optionalText(10), value)).toEqual(expected);
});

test.each([42, false, {}, []])('optional text is not %j', (value) => {
  expect(optionalText(10).safeParse(value).success).toBe(false);
});

test.each<[unknown, unknown]>([
  ['one\ntwo', 'one\ntwo'],
  ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['\tone ', 'one'],
  ['\n \n', null],
  [undefined, null],
  [`a${nul}b`, [CONTROL]],
  ['a\u001b[31m', [CONTROL]],
  ['x'.repeat(21), ['Enter at most 20 characters']],
])('optional lines of 20: %j', (value, expected) => {
  expect(told(optionalLines(20), value)).toEqual(expected);
});

const TRACK = 'Choose a track: caregivers or professionals';

test.each<[unknown, unknown, unknown]>([
  ['caregivers', 'caregivers', 'caregivers'],
  ['professionals', 'professionals', 'professionals'],
  ['', [TRACK], null],
  [undefined, [TRACK], null],
  [null, [TRACK], null],
])('the track %j, required and optional', (value, demanded, optional) => {
  expect([told(track, value), told(optionalTrack, value)]).toEqual([demanded, optional]);
});

test.each(['Caregivers', 'teens', 'constructor', 7])('%j is not a track', (value) => {
  expect([track.safeParse(value).success, optionalTrack.safeParse(value).success]).toEqual([false, false]);
});

test.each([1, 5, 10])('there is a package of %i seats (R-SEAT-1)', (count) => {
  expect(told(seats, count)).toBe(count);
});

test.each([
  ['9F0C8E9A-00AB-4000-8000-00000000000C', '9f0c8e9a-00ab-4000-8000-00000000000c'],
  ['9f0c8e9a', ['Not an id']],
])('the id %s from a page', (value, expected) => {
  expect(told(uuid('Not an id'), value)).toEqual(expected);
});
