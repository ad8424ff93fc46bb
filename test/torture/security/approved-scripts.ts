import { readFile } from 'node:fs/promises';
import type { Site } from '../site.ts';

/** An entry of the list in docs/threat-model.md. */
export interface Approved {
  /** An address with `*` for a part of it, `#` and the id of an element with data, or a setting with an address. */
  readonly script: string;
  readonly pages: readonly string[];
  readonly fixedBy: string;
  readonly reason: string;
}

/** What was found on a page: an element, an attribute, or a loaded script. Empty if there is none. */
export interface Script {
  readonly page: string;
  readonly address: string;
  readonly id: string;
  readonly type: string;
  readonly handler: string;
}

const TITLE = '## Scripts on payment pages';

export async function readApproved(): Promise<Approved[]> {
  const text = await readFile(new URL('../../../docs/threat-model.md', import.meta.url), 'utf8');
  const section = text.split(`${TITLE}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  if (rows.length === 0) throw new Error(`docs/threat-model.md has no list under “${TITLE}”`);
  return rows.map((row) => {
    const [script, pages, fixedBy, reason] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return {
      script: script!.replaceAll('`', ''),
      pages: [...pages!.matchAll(/`([^`]+)`/g)].map(([, page]) => page!),
      fixedBy: fixedBy ?? '',
      reason: reason ?? '',
    };
  });
}

export function isApproved(approved: readonly Approved[], found: Script, site: Site): boolean {
  return approved.some(({ script, pages }) => {
    if (!pages.includes(found.page) || found.handler) return false;
    if (script.startsWith('#')) {
      return !found.address && found.id === script.slice(1) && found.type === 'application/json';
    }
    return found.address !== '' && patternOf(script, site).test(found.address);
  });
}

function patternOf(script: string, { url, sandbox }: Site): RegExp {
  const settings: Record<string, string> = { SQUARE_SCRIPT_URL: `${sandbox.url}/square/web/v1/square.js` };
  const address = settings[script] ?? (script.startsWith('/') ? `${url}${script}` : script);
  const parts = address.split('*').map((part) => part.replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\w.-]+')}$`);
}
