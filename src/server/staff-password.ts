import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { isSameEmail } from '#domain/access.ts';
import { setPassword } from './accounts/password-sign-in.ts';
import { OperatorRefusal } from './errors.ts';
import { readEnvironment, readSettings } from './settings.ts';
import { tellOperator } from './tell-operator.ts';
import { withDatabase } from './with-database-url.ts';

const USAGE = `Usage, with the site's settings in the environment or in .env:
  npm run staff:password -- ada@example.org
`;
const MIN_LENGTH = 12;
/** What a shell reports for a command that Ctrl-C ended. */
const INTERRUPTED = 130;

if (import.meta.main) process.exitCode = await storeStaffPassword(process.argv.slice(2), process);

interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Stores a staff member's password, which is asked for or read from standard input; the exit code is 0 on success. */
export async function storeStaffPassword(
  [email, ...more]: string[],
  { stdin, stdout, stderr }: Streams,
): Promise<number> {
  if (!email?.includes('@') || more.length > 0) {
    stderr.write(USAGE);
    return 2;
  }
  try {
    const { adminEmails } = readSettings(await readEnvironment());
    const staff = adminEmails.find((one) => isSameEmail(one, email));
    if (!staff)
      throw new OperatorRefusal(`${email} is not in ADMIN_EMAILS, so a password would not give access.`);
    const password = await readPassword(staff, stdin, stderr);
    if (password === null) return INTERRUPTED;
    if (password.length < MIN_LENGTH) {
      throw new OperatorRefusal(`The password needs ${MIN_LENGTH} characters or more.`);
    }
    await withDatabase((db) => setPassword(db, staff, password));
    stdout.write(`Stored a password for ${staff}. It works while PASSWORD_SIGN_IN=true.\n`);
    return 0;
  } catch (error) {
    stderr.write(`${tellOperator(error)}\n`);
    return 1;
  }
}

/** The first line of standard input. A terminal doesn't show what is typed; null if Ctrl-C or Ctrl-D ended it there. */
async function readPassword(
  staff: string,
  stdin: Streams['stdin'],
  stderr: Streams['stderr'],
): Promise<string | null> {
  const isTerminal = stdin.isTTY === true;
  if (isTerminal) stderr.write(`Password for ${staff}: `);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden, terminal: isTerminal });
  for await (const line of lines) {
    lines.close();
    if (isTerminal) stderr.write('\n');
    return line;
  }
  if (!isTerminal) return '';
  stderr.write('\n');
  return null;
}
