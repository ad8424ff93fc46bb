import type { ErrorCode } from '#contract/errors.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';

/** A refused call, with a code from the closed list. The loser of a race gets the same error as a late request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  /** Dotted path of the input → sentence. */
  readonly fields: Readonly<Record<string, string>>;

  /** By default, the message is the field's sentence if there is exactly one, otherwise the code's. */
  constructor(
    code: ErrorCode,
    {
      fields = {},
      message = onlySentence(fields) ?? ERROR_WORDS[code],
      cause,
    }: { message?: string; fields?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.fields = fields;
  }
}

/** Several faults are shown at their fields. */
function onlySentence(fields: Record<string, string>): string | undefined {
  const [only, ...others] = Object.values(fields);
  return others.length === 0 ? only : undefined;
}

/**
 * The result of `work`, with `order_not_found` replaced by `shown`, because the caller asked for something else by name,
 * such as a ticket page.
 */
export async function showing<T>(shown: ErrorCode, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'order_not_found')
      throw new Refusal(shown, { cause: error });
    throw error;
  }
}

/**
 * A start or an operator's command that can't succeed. The message is for the operator: sentences without a stack.
 */
export class OperatorRefusal extends Error {
  override readonly name: string = 'OperatorRefusal';
}
