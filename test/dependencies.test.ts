import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}

const read = async (file: string) =>
  JSON.parse(await readFile(new URL(`../${file}`, import.meta.url), 'utf8'));
const { dependencies, devDependencies, allowScripts } = await read('package.json');
const { packages } = (await read('package-lock.json')) as { packages: Record<string, Locked> };
const { '': _root, ...locked } = packages;
const installed = Object.entries(locked).map(([path, entry]) => ({
  name: path.split('node_modules/').at(-1)!,
  ...entry,
}));

test('package.json names exact versions, and the lock file has the same', () => {
  const named: Record<string, string> = { ...dependencies, ...devDependencies };
  expect(Object.values(named).filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  for (const [name, version] of Object.entries(named)) {
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

test('npm verifies every package that it installs, on every system, and takes none from elsewhere', () => {
  expect(installed.length).toBeGreaterThan(100);
  const isVerified = ({ integrity = '' }: Locked) => /^sha512-[\w+/]{86}==$/.test(integrity);
  expect(installed.filter((one) => !isVerified(one)).map(({ name }) => name)).toEqual([]);
  // Without an address, npm asks its registry; a lock file that names one could name any other.
  expect(installed.filter(({ resolved, link }) => resolved || link).map(({ name }) => name)).toEqual([]);
});

test('only packages that package.json allows run scripts while they are installed', () => {
  const withScript = new Set(installed.filter((one) => one.hasInstallScript).map(({ name }) => name));
  expect(Object.entries(allowScripts).sort()).toEqual([...withScript].sort().map((name) => [name, true]));
});
