import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Server folders and files that import no feature. */
const PLATFORM = [
  'http',
  'db',
  'embedded-db',
  'jobs',
  'mail',
  'audit',
  'pdf',
  'metrics',
  'context.ts',
  'errors.ts',
  'log.ts',
  'open-thread.ts',
  'settings.ts',
  'settings-problems.ts',
  'settings-variables.ts',
  'settings-wallets.ts',
];
/** Server features: each may import those before it. */
const FEATURES = [
  'accounts',
  'catalog',
  'coupons',
  'capacity',
  'tickets',
  'orders',
  'scans',
  'attendees',
  'wallet',
  'team',
  'payments',
  'checkout',
  'my-ticket',
  'check-in',
  'door',
  'door-board',
  'door-paper',
  'badges',
  'newsletter',
  'guide',
  'speakers',
  'email-templates',
  'reports',
  'privacy',
];
/** Composition of the server. Only these files, the demo and tests import them. */
const SERVER_TOP = [
  'app.ts',
  'backup',
  'boot-data.ts',
  'build-flags.ts',
  'door-page.ts',
  'job-handlers.ts',
  'landing-page.ts',
  'main.ts',
  'page-document.ts',
  'page-routes.ts',
  'privacy-command.ts',
  'privacy-page.ts',
  'public-pages.ts',
  'register-page.ts',
  'site-files.ts',
  'staff-password.ts',
  'start-server.ts',
  'start-warnings.ts',
  'tell-operator.ts',
  'with-database-url.ts',
];
/** The gateways' types, which the platform may import. */
const NAMED_BY_PLATFORM = ['src/server/payments/gateways/gateway.ts'];
/** A web feature and the features it may import: the landing page contains the registration form, which contains a roster. */
const WEB_FEATURES: Record<string, readonly string[]> = {
  landing: ['register'],
  register: ['team'],
  checkout: [],
  order: ['team'],
  'my-ticket': ['order', 'team'],
  cancel: ['order'],
  claim: [],
  team: [],
  scanning: [],
  'check-in': ['scanning'],
  door: ['scanning'],
  privacy: [],
  admin: [],
};
/** Primitives without routes, calls or domain terms. */
const WEB_PRIMITIVES = ['ui', 'art', 'islands'];
/** Composition of the pages; imported by nobody else. */
const WEB_TOP = ['app.tsx', 'router.tsx', 'public-page.ts', 'render-page.tsx'];
/** Node runs them itself, where Vitest's `expect` only partly works. */
const PROGRAMS = [
  'test/bench/bench.ts',
  'test/bench/web-bench.ts',
  'test/take-screenshots.ts',
  'test/torture/torture.ts',
];
const FORBIDDEN = /(^|\/)(utils?|helpers?|lib|common|shared|misc|services?|types|hooks)(\.tsx?)?(\/|$)/;

export interface Import {
  readonly from: string;
  readonly to: string;
}

/**
 * Every violation of the import rules: who may import whom, no cycles, no catch-all folders. Paths are relative to the
 * root.
 */
export async function findArchitectureProblems(root: URL): Promise<string[]> {
  const cwd = fileURLToPath(root);
  const files = globSync('{src,content,sandbox,test}/**/*.{ts,tsx}', { cwd }).map(withSlashes).toSorted();
  const imports = (await Promise.all(files.map((file) => readImports(cwd, file)))).flat();
  return [
    ...files
      .filter((file) => FORBIDDEN.test(file))
      .map((file) => `${file}: this name says nothing about what is in it`),
    ...imports.flatMap((one) => breach(one) ?? []),
    ...findCycles(imports),
    ...PROGRAMS.flatMap((program) => findVitest(program, imports)),
  ];
}

/** Why one file may not import another, or null if it may. */
export function breach({ from, to }: Import): string | null {
  const no = (why: string) => `${from} imports ${to}: ${why}`;
  const [source, target] = [placeOf(from), placeOf(to)];
  if (/\.test\.tsx?$/.test(from) || source.root === 'test') return null;
  if (target.root === 'test') return no('tests are imported by tests only');
  switch (source.root) {
    case 'domain':
      return target.root === 'domain' ? null : no('domain imports nothing but itself');
    case 'content':
      // The picture build writes files that the pages read.
      if (source.folder === 'art' && target.root === 'contract') return null;
      return ['content', 'domain'].includes(target.root) ? null : no('content imports types of domain only');
    case 'contract':
      return ['contract', 'domain'].includes(target.root) ? null : no('contract imports domain and zod only');
    case 'sandbox':
      if (target.root === 'sandbox' || /^sandbox\/(demo|dev)/.test(from)) return null;
      return no('the sandbox speaks protocols and knows nothing of the site; only the demo starts it');
    case 'web': {
      const why = webBreach(source.folder, target);
      return why && no(why);
    }
    case 'server': {
      const why = serverBreach(source.folder, target, to);
      return why && no(why);
    }
    default:
      return no(`${from} is not in the import table`);
  }
}

function webBreach(folder: string, target: Place): string | null {
  const isListed = folder.includes('.') || folder in WEB_FEATURES || WEB_PRIMITIVES.includes(folder);
  if (!isListed) return `the folder ${folder} is not in the import table`;
  if (['domain', 'contract', 'content'].includes(target.root)) {
    return WEB_PRIMITIVES.includes(folder) ? 'primitives know no domain word' : null;
  }
  if (target.root !== 'web') return `pages never import ${target.root}`;
  if (WEB_TOP.includes(folder) || target.folder === folder || WEB_PRIMITIVES.includes(target.folder))
    return null;
  if (WEB_PRIMITIVES.includes(folder)) return 'primitives know no route, no call and no domain word';
  if (WEB_TOP.includes(target.folder)) return `${WEB_TOP.join(' and ')} may be imported only by each other`;
  if (!(target.folder in WEB_FEATURES)) {
    return target.folder.includes('.') ? null : `the folder ${target.folder} is not in the import table`;
  }
  return WEB_FEATURES[folder]?.includes(target.folder) ? null : 'a feature never imports another';
}

function serverBreach(folder: string, target: Place, to: string): string | null {
  if (![...PLATFORM, ...FEATURES, ...SERVER_TOP].includes(folder))
    return `${folder} is not in the import table`;
  if (['domain', 'contract', 'content'].includes(target.root)) return null;
  if (target.root !== 'server') return `the server never imports ${target.root}`;
  if (SERVER_TOP.includes(folder) || target.folder === folder || PLATFORM.includes(target.folder))
    return null;
  if (SERVER_TOP.includes(target.folder))
    return `${target.folder} may be imported only by other top-level files`;
  const [from, at] = [FEATURES.indexOf(folder), FEATURES.indexOf(target.folder)];
  if (at === -1) return `${target.folder} is not in the import table`;
  if (PLATFORM.includes(folder)) {
    return NAMED_BY_PLATFORM.includes(to) ? null : 'the platform imports no feature';
  }
  return at < from ? null : `${folder} comes before ${target.folder} in the feature order`;
}

interface Place {
  readonly root: string;
  /** The folder below the root, or the file if there is none. */
  readonly folder: string;
}

function placeOf(path: string): Place {
  const parts = path.split('/');
  const [root, folder] = parts[0] === 'src' ? [parts[1], parts[2]] : [parts[0], parts[1]];
  return { root: root ?? '', folder: folder ?? '' };
}

/** Each cycle once, as `a → b → a`. */
export function findCycles(imports: readonly Import[]): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to]);
  const cycles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const at = path.indexOf(file);
    if (at !== -1) {
      cycles.push([...path.slice(at), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles.map((cycle) => `import cycle: ${cycle}`);
}

/** The shortest way from a program to Vitest, as a problem. */
export function findVitest(program: string, imports: readonly Import[]): string[] {
  const ways = new Map([[program, program]]);
  for (const [file, way] of ways) {
    for (const { to } of imports.filter(({ from }) => from === file))
      if (!ways.has(to)) ways.set(to, `${way} → ${to}`);
  }
  const found = ways.get('vitest');
  return found ? [`a program uses Vitest: ${found}`] : [];
}

async function readImports(root: string, file: string): Promise<Import[]> {
  const text = await readFile(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+|(?<=from ')vitest)'/g)];
  return specifiers
    .map(([, specifier]) => specifier!)
    .filter((one) => /\.tsx?$|^vitest$/.test(one))
    .map((specifier) => ({ from: file, to: resolveImport(file, specifier) }));
}

function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return withSlashes(join(dirname(file), specifier));
  return specifier.replace(/^#(?=domain|contract|server|web)/, 'src/').replace('#', '');
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

if (import.meta.main) {
  const problems = await findArchitectureProblems(new URL('..', import.meta.url));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}
