import { OperatorRefusal } from '../errors.ts';

/** Ends a start that can't succeed, with one sentence that says what to do. */
export class EmbeddedPostgresRefusal extends OperatorRefusal {
  override readonly name = 'EmbeddedPostgresRefusal';

  constructor(reason: string, cause?: unknown) {
    super(
      `The embedded PostgreSQL cannot run here: ${reason}; set DATABASE_URL to use a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/** Another try would fail too. */
export class LastingRefusal extends EmbeddedPostgresRefusal {}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Turns one expected system error (`ENOENT`, `EEXIST`, …) into `undefined`; throws all others. */
export async function unless<T>(code: string, action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (errorCode(error) === code) return undefined;
    throw error;
  }
}
