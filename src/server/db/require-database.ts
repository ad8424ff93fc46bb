import { OperatorRefusal } from '../errors.ts';
import { withClient } from './with-client.ts';

/** Rejects with a sentence for the operator if the database at `url` doesn't accept the site. */
export async function requireDatabase(url: string): Promise<void> {
  try {
    await withClient(url, async () => {});
  } catch (cause) {
    throw new OperatorRefusal(
      `The database cannot be used: ${reasonOf(cause)}. Check DATABASE_URL, and whether PostgreSQL is running.`,
      { cause },
    );
  }
}

function reasonOf(error: unknown): string {
  // For a name with several addresses, the first one's error stands for all.
  const one: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return one instanceof Error ? one.message : String(one);
}
