import { createWriteStream, type ReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { tellOperator } from '../tell-operator.ts';
import { withDatabaseUrl } from '../with-database-url.ts';
import { BackupRefused } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `Usage, with the settings of the site in the environment or in .env; - is the standard output or input:
  npm run --silent backup -- FILE
  npm run --silent restore -- FILE
`;

process.exitCode = await run(process.argv.slice(2));

async function run([verb, file, ...more]: string[]): Promise<number> {
  const isKnown = verb === 'backup' || verb === 'restore';
  if (!isKnown || !file || more.length > 0) {
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

/** An existing file is not overwritten, and an incomplete one is deleted. */
async function back(url: string, file: string): Promise<string> {
  if (file === '-') return `${await writeBackup(url, process.stdout)} rows are backed up.`;
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await new Promise((resolve, reject) => {
    output.once('open', resolve);
    output.once('error', (cause) =>
      reject(new BackupRefused(`${file} cannot be created: ${cause.message}.`)),
    );
  });
  try {
    return `${await writeBackup(url, output)} rows are backed up in ${file}. It holds people's data: encrypt it.`;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function fill(url: string, file: string, log: Logger): Promise<string> {
  const input = file === '-' ? process.stdin : await openToRead(file);
  const { rows, takenAt, mailsQueued } = await restoreBackup(url, input, log);
  return `${rows} rows of ${takenAt} are restored; ${mailsQueued} mails that waited are queued.`;
}

async function openToRead(file: string): Promise<ReadStream> {
  const handle = await open(file).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupRefused(`${file} cannot be read: ${cause.message}.`);
  });
  return handle.createReadStream();
}
