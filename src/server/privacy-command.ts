import { content } from '#content/content.ts';
import { ANONYMOUS } from '#domain/access.ts';
import type { Context } from './context.ts';
import { erasePerson } from './privacy/erase-person.ts';
import { exportPerson } from './privacy/export-person.ts';
import type { PrivacyContext } from './privacy/find-person.ts';
import { readRequest } from './privacy/read-request.ts';
import { tellOperator } from './tell-operator.ts';
import { withDatabase } from './with-database-url.ts';

const USAGE = `Usage, with the site's settings in the environment or in .env:
  npm run privacy:export -- jane@example.org
  npm run privacy:erase -- jane@example.org [--even-with-ticket]
`;

const NO_ONE = 'Nothing is stored under this address. Check the spelling.\n';

/** How the audit log records an operator's command. */
const operator: Pick<Context, 'actor' | 'cause' | 'ipAddress' | 'userAgent'> = {
  actor: ANONYMOUS,
  cause: 'operator',
  ipAddress: null,
  userAgent: null,
};

process.exitCode = await run(process.argv.slice(2));

/** Whether all its numbers are 0 and its lists empty; texts only repeat the request. */
function isEmpty(response: object): boolean {
  return Object.values(response).every(
    (one) => one === 0 || typeof one === 'string' || (Array.isArray(one) && one.length === 0),
  );
}

/** Prints only JSON to standard output; the exit code is 0 on success. */
async function run(words: string[]): Promise<number> {
  const request = readRequest(words);
  if (!request) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { verb, email, evenWithTicket } = request;
  try {
    const response = await withDatabase<object>((db) => {
      const ctx: PrivacyContext = { db, content, now: new Date(), ...operator };
      return verb === 'export' ? exportPerson(ctx, email) : erasePerson(ctx, email, { evenWithTicket });
    });
    process.stdout.write(`${JSON.stringify(response, null, 2)}\n`);
    if (isEmpty(response)) process.stderr.write(NO_ONE);
    return 0;
  } catch (error) {
    process.stderr.write(`${tellOperator(error)}\n`);
    return 1;
  }
}
