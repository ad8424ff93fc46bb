import { databaseFault, isDatabaseDown } from './db/open-database.ts';
import { OperatorRefusal } from './errors.ts';
import { describeError } from './log.ts';

/**
 * Why a start or an operator's command failed: sentences for what an operator can fix, a stack for a bug in the site.
 */
export function tellOperator(error: unknown): string {
  if (error instanceof OperatorRefusal) return error.message;
  const fault = databaseFault(error);
  if (fault) return `The database reported an error: ${reasonsOf(error)} (${fault.code}).`;
  if (isDatabaseDown(error)) return `The connection to the database failed: ${reasonsOf(error)}.`;
  if (error instanceof Error && 'syscall' in error)
    return `The operating system reported an error: ${error.message}.`;
  const { type, message, stack } = describeError(error);
  return [`${type}: ${message}`, stack].filter(Boolean).join('\n');
}

/** The messages of an error and its causes, without personal data. */
function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause) {
    reasons.push(describeError(one).message.replace(/\.$/, ''));
  }
  return reasons.join(': ');
}
