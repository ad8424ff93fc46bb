import type { IncomingMessage, RequestListener } from 'node:http';
import type { Provider } from 'oidc-provider';

const prefix = '/oidc';

/** Whether the provider handles this request, instead of the page for choosing a person. */
export function isProtocolRequest({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}/interaction/`);
}

/** Mounts the provider below a prefix of a shared server. */
export function mountProvider(provider: Provider): RequestListener {
  const handle = provider.callback();
  return (request, response) => {
    // The provider derives its mount path from the difference between the two.
    Object.assign(request, { originalUrl: request.url });
    request.url = request.url?.slice(prefix.length);
    void handle(request, response);
  };
}
