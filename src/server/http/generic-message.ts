import type * as z from 'zod/mini';
import { tooLong } from '#contract/words/fields.ts';
import * as words from '#contract/words/generic.ts';

/** The message of a fault in a field whose schema has none for it. */
export function genericMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return words.required;
  switch (issue.code) {
    case 'invalid_type':
      return words.expected(issue.expected === 'int' ? 'integer' : issue.expected, kindOf(issue.input));
    case 'invalid_value':
      return words.oneOf(issue.values);
    case 'invalid_format':
      return words.expected(issue.format, kindOf(issue.input));
    case 'too_small':
      return words.atLeast(issue.minimum);
    case 'too_big':
      return issue.origin === 'string' ? tooLong(Number(issue.maximum)) : words.atMost(issue.maximum);
    default:
      return words.unfit;
  }
}

function kindOf(given: unknown): string {
  if (given === null) return 'null';
  if (Array.isArray(given)) return 'array';
  if (typeof given !== 'number') return typeof given;
  if (Number.isNaN(given)) return 'nan';
  return Number.isInteger(given) ? 'number' : 'float';
}
