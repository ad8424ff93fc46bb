import { afterEach } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/sandbox.ts';

/** The site's address, where nothing listens. */
export const site = 'http://127.0.0.1:9';

const running: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.stop()));
});

/** A separate sandbox for one test. */
export async function start(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    port: 0,
    siteUrl: site,
    oidcClient: {
      id: 'summit',
      secret: 'a-secret-of-the-summit',
      redirectUris: ['/api/callback'],
      postLogoutRedirectUris: ['/'],
    },
    stripe: { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', webhookUrl: '/api/webhooks/stripe' },
    square: {
      accessToken: 'sandbox-token',
      applicationId: 'sandbox-sq0idb-x',
      locationId: 'L1',
      webhookSignatureKey: 'key',
      webhookUrl: '/api/webhooks/square',
    },
    timeZone: 'America/Denver',
    ...options,
  });
  running.push(sandbox);
  return sandbox;
}
