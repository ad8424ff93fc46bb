import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const WEB = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, WEB), 'utf8');

test('the styles of the door page are made from all components it uses, and from no others', () => {
  const used = new Set(globSync('{door,scanning}/**/*.tsx', { cwd: WEB }));
  for (const path of used)
    for (const [, imported] of read(path).matchAll(/'(\.[^']*\.tsx)'/g)) {
      const { href } = new URL(imported!, new URL(path, WEB));
      if (href.includes('/ui/')) used.add(href.slice(WEB.href.length));
    }
  const [, listed] = /"\.\.\/ui\/\{(.*)\}\.tsx"/.exec(read('door/door.css'))!;
  const components = [...used].filter((path) => path.startsWith('ui/')).toSorted();
  expect(listed!.split(',').map((name) => `ui/${name}.tsx`)).toEqual(components);
});
