import { createWriteStream, type ReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { OperatorRefusal } from '../errors.ts';
import { tellOperator } from '../tell-operator.ts';
import { withDatabaseUrl } from '../with-database-url.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `Usage, with the site's settings in the environment or in .env; - is the standard output or input:
  npm run --silent backup -- FILE
  npm run --silent restore -- FILE
`;

process.exitCode = await run(process.argv.slice(2));

async function run([verb, file, ...more]: string[]): Promise<number> {
  const isKnown = verb === 'backup' || verb === 'restore';
  // A mistyped flag is not a file name.
  if (!isKnown || !file || /^-./.test(file) || more.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  try {
    const told = await withDatabaseUrl((url, log) =>
      verb === 'backup' ? back(url, file) : fill(url, file, log),
    );
    process.stderr.write(`${told}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${tellOperator(error)}\n`);
    return 1;
  }
}

/** An existing file is not overwritten. An incomplete one is deleted, also after Ctrl-C. */
async function back(url: string, file: string): Promise<string> {
  if (file === '-') return `Backed up ${await writeBackup(url, process.stdout)} rows.`;
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await new Promise((resolve, reject) => {
    output.once('open', resolve);
    output.once('error', (cause) =>
      reject(new OperatorRefusal(`${file} cannot be created: ${cause.message}.`)),
    );
  });
  try {
    return `Backed up ${await writeBackup(url, output, interruption.signal)} rows to ${file}. It holds personal data: encrypt it.`;
  } catch (error) {
    await rm(file, { force: true });
    if (interruption.signal.aborted)
      throw new OperatorRefusal('The backup was interrupted; nothing was kept.');
    throw error;
  }
}

async function fill(url: string, file: string, log: Logger): Promise<string> {
  const input = file === '-' ? process.stdin : await openToRead(file);
  const { rows, takenAt, mailsQueued } = await restoreBackup(url, input, log);
  return `Restored ${rows} rows as of ${takenAt}, and queued ${mailsQueued} unsent emails.`;
}

async function openToRead(file: string): Promise<ReadStream> {
  const handle = await open(file).catch((cause: NodeJS.ErrnoException) => {
    throw new OperatorRefusal(`${file} cannot be read: ${cause.message}.`);
  });
  return handle.createReadStream();
}
