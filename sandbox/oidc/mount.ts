import type { IncomingMessage, RequestListener } from 'node:http';
import type { Provider } from 'oidc-provider';

const prefix = '/oidc';

/** Whether the provider itself answers, and not the page on which one chooses who to be. */
export function isProtocolRequest({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}/interaction/`);
}

/** The provider below a prefix of a server that it shares. */
export function mountProvider(provider: Provider): RequestListener {
  const answer = provider.callback();
  return (request, response) => {
    // From the difference between the two the provider knows where it is mounted.
    Object.assign(request, { originalUrl: request.url });
    request.url = request.url?.slice(prefix.length);
    void answer(request, response);
  };
}
