import { Visitor } from '../../visitor.ts';
import { startProxy, type TcpProxy } from '../proxy.ts';

/** Everything that left the site except its log, to search for leaks. */
export interface Witness {
  /** Bodies of error responses. */
  readonly errors: Told[];
  /** Addresses of others that the site called or linked to, and browsers' `Referer` there. */
  readonly addresses: Told[];
}

export interface Told {
  /** Where it was seen. */
  readonly at: string;
  readonly text: string;
}

/** A visitor whose responses are recorded. */
export class WatchedVisitor extends Visitor {
  readonly #witness: Witness;
  readonly #siteUrl: string;

  constructor(siteUrl: string, witness: Witness, address?: string) {
    super(siteUrl, address);
    this.#witness = witness;
    this.#siteUrl = siteUrl;
  }

  override async request(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await super.request(address, init);
    const url = new URL(address, this.#siteUrl);
    if (url.origin !== this.#siteUrl) return response;
    const at = `${init.method ?? 'GET'} ${url.pathname} ${response.status}`;
    if (response.status >= 400) this.#witness.errors.push({ at, text: await response.clone().text() });
    const next = new URL(response.headers.get('location') ?? '/', this.#siteUrl);
    if (next.origin !== this.#siteUrl) this.#witness.addresses.push({ at, text: next.href });
    return response;
  }
}

/** A connection that records the addresses of the calls on it. */
export async function startListeningLine(witness: Witness): Promise<TcpProxy> {
  const line = await startProxy([]);
  line.setLine({
    inspect(piece, direction) {
      if (direction === 'up') {
        const heads = piece.toString('latin1').matchAll(/^(?:GET|POST|PUT|DELETE) (\S+) HTTP\/1\.1\r$/gm);
        for (const [at, text] of heads) witness.addresses.push({ at: at.split(' ')[0]!, text: text! });
        const referers = piece.toString('latin1').matchAll(/^referer: (.*)\r$/gim);
        for (const [, text] of referers) witness.addresses.push({ at: 'Referer', text: text! });
      }
      return 'pass';
    },
  });
  return line;
}
