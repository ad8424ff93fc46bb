import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

test.skipIf(process.env.TEST_DATABASE_URL)(
  'the cluster of this run is in the folder that the end of the run removes',
  async () => {
    const client = new pg.Client({ connectionString: inject('postgres').url });
    await client.connect();
    const { rows } = await client.query('SHOW data_directory');
    await client.end();
    expect(rows[0].data_directory.startsWith(`${await realpath(tmpdir())}/summit-test-`)).toBe(true);
  },
);
