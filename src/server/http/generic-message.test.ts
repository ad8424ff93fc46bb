import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { genericMessage } from './generic-message.ts';

const text = z.string().check(z.maxLength(3));

test.each([
  [text, undefined, 'Required'],
  [text, null, 'Expected string, received null'],
  [text, 7, 'Expected string, received number'],
  [text, ['a'], 'Expected string, received array'],
  [text, 'long', 'Enter at most 3 characters'],
  [z.object({}), 'text', 'Expected object, received string'],
  [z.boolean(), 'yes', 'Expected boolean, received string'],
  [z.int(), 1.5, 'Expected integer, received float'],
  [z.int().check(z.lte(9)), 10, 'Expected at most 9'],
  [z.int().check(z.gte(1)), 0, 'Expected at least 1'],
  [z.coerce.number(), 'one', 'Expected number, received nan'],
  [z.enum(['letter', 'a4']), 'a5', 'Expected letter or a4'],
  [z.uuid(), 'one', 'Expected uuid, received string'],
  [z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), {}, 'Invalid input'],
  [z.string('Say when'), undefined, 'Say when'],
])('%#: the message about %j says what was expected', (schema, given, told) => {
  const parsed = z.safeParse(schema as z.ZodMiniType, given, { error: genericMessage });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([told]);
});
