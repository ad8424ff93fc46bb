import { expect, test } from 'vitest';
import { createIdentityProvider } from './identity-provider.ts';

test.each(['127.0.0.1', '127.0.0.2'])(
  'a provider on this machine, at %s, is asked by plain http',
  async (host) => {
    // Nobody listens there.
    const issuer = `http://${host}:1`;
    const oidc = { issuer, clientId: 'summit', clientSecret: 'summit-secret' };
    const provider = createIdentityProvider({ oidc, publicUrl: 'http://localhost:3000' });
    const asking = provider.begin(null).catch((error: Error) => (error.cause as Error).cause);
    expect(String(await asking)).toBe(`ProviderDown: no response from ${issuer}`);
  },
);
