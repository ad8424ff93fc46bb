import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Server features, left to right: each may import those before it. */
const FEATURES = [
  'accounts',
  'catalog',
  'coupons',
  'capacity',
  'tickets',
  'orders',
  'attendees',
  'payments',
  'check-in',
  'newsletter',
  'guide',
  'speakers',
  'email-templates',
  'reports',
  'privacy',
];
const PLATFORM = [
  'http',
  'db',
  'jobs',
  'mail',
  'audit',
  'pdf',
  'context.ts',
  'errors.ts',
  'settings.ts',
  'settings-problems.ts',
  'settings-variables.ts',
];
/** The port that everything is started with; types only, so it may be named by the platform. */
const NAMED_BY_PLATFORM = ['src/server/payments/gateway.ts'];
const WEB_FEATURES = ['landing', 'register', 'checkout', 'order', 'check-in', 'admin'];
const FORBIDDEN = /(^|\/)(utils?|helpers?|lib|common|shared|misc|services?|types|hooks)(\.tsx?)?(\/|$)/;

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Every breach of the house's rules: who may import whom, no cycles, no drawers. Paths are relative to the root. */
export async function findArchitectureProblems(root: URL): Promise<string[]> {
  const files = await listFiles(fileURLToPath(root));
  const imports = (await Promise.all(files.map((file) => readImports(fileURLToPath(root), file)))).flat();
  return [
    ...files
      .filter((file) => FORBIDDEN.test(file))
      .map((file) => `${file}: this name says nothing about what is in it`),
    ...imports.flatMap((one) => breach(one) ?? []),
    ...findCycles(imports),
  ];
}

/** Why one file may not import another, or null when it may. */
export function breach({ from, to }: Import): string | null {
  const no = (why: string) => `${from} imports ${to}: ${why}`;
  const [source, target] = [roomOf(from), roomOf(to)];
  if (/\.test\.tsx?$/.test(from) || source.root === 'test') return null;
  if (target.root === 'test') return no('tests are imported by tests only');
  switch (source.root) {
    case 'domain':
      return target.root === 'domain' ? null : no('domain imports nothing but itself');
    case 'content':
      return ['content', 'domain'].includes(target.root) ? null : no('content imports types of domain only');
    case 'contract':
      return ['contract', 'domain'].includes(target.root) ? null : no('contract imports domain and zod only');
    case 'sandbox':
      if (target.root === 'sandbox' || /^sandbox\/(demo|dev)/.test(from)) return null;
      return no('the sandbox speaks protocols and knows nothing of the site; only the demo starts it');
    case 'web':
      return webBreach(source.room, target) ? no(webBreach(source.room, target)!) : null;
    case 'server':
      return serverBreach(source.room, target, to) ? no(serverBreach(source.room, target, to)!) : null;
    default:
      return null;
  }
}

function webBreach(room: string, target: Room): string | null {
  if (target.root === 'server' || target.root === 'sandbox') return 'pages never import the server';
  if (room === 'ui' || room === 'art') {
    const isBelow = target.root === 'web' && (target.room === 'ui' || target.room === 'art');
    return isBelow ? null : 'primitives know no route, no call and no domain word';
  }
  const isFeature = (name: string) => WEB_FEATURES.includes(name);
  if (isFeature(room) && target.root === 'web' && isFeature(target.room) && target.room !== room) {
    return mayBorrow(room, target.room) ? null : 'a feature never imports another';
  }
  return null;
}

/** The landing page holds the registration form itself. */
function mayBorrow(room: string, from: string): boolean {
  return room === 'landing' && from === 'register';
}

function serverBreach(room: string, target: Room, to: string): string | null {
  if (target.root === 'web' || target.root === 'sandbox')
    return 'the server imports neither pages nor sandbox';
  if (target.root !== 'server') return null;
  const isPlatform = PLATFORM.includes(room);
  const targetIndex = FEATURES.indexOf(target.room);
  const isTop = !isPlatform && !FEATURES.includes(room);
  if (isTop) return null;
  if (!PLATFORM.includes(target.room) && targetIndex === -1)
    return 'app, main and job-handlers are imported by nobody';
  if (isPlatform)
    return targetIndex === -1 || NAMED_BY_PLATFORM.includes(to) ? null : 'the platform imports no feature';
  return targetIndex <= FEATURES.indexOf(room) ? null : `${room} stands left of ${target.room}`;
}

interface Room {
  readonly root: string;
  /** The folder below the root, or the file where there is none. */
  readonly room: string;
}

function roomOf(path: string): Room {
  const parts = path.split('/');
  const [root, room] = parts[0] === 'src' ? [parts[1], parts[2]] : [parts[0], parts[1]];
  return { root: root ?? '', room: room ?? '' };
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

const ROOT_FOLDERS = ['src', 'content', 'sandbox', 'test'];

async function listFiles(root: string): Promise<string[]> {
  const folders = await Promise.all(
    ROOT_FOLDERS.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter(
          (entry) =>
            entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
        )
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
    }),
  );
  return folders.flat().toSorted();
}

const HASH_IMPORTS: Record<string, string> = {
  '#domain/': 'src/domain/',
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#web/': 'src/web/',
  '#content/': 'content/',
  '#sandbox/': 'sandbox/',
  '#test/': 'test/',
};

async function readImports(root: string, file: string): Promise<Import[]> {
  const text = await readFile(join(root, file), 'utf8');
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map((match) => match[1]!);
  return specifiers
    .filter((one) => /\.tsx?$/.test(one))
    .map((specifier) => ({ from: file, to: resolveImport(file, specifier) }));
}

function resolveImport(file: string, specifier: string): string {
  const prefix = Object.keys(HASH_IMPORTS).find((one) => specifier.startsWith(one));
  return prefix
    ? HASH_IMPORTS[prefix] + specifier.slice(prefix.length)
    : join(dirname(file), specifier).replaceAll('\\', '/');
}
