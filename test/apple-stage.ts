import { Writable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openWalletAccounts } from '#sandbox/wallet/accounts.ts';
import { createAuthority } from '#sandbox/wallet/certificates.ts';
import { walletPasses } from '#server/db/tables.ts';
import { createLog } from '#server/log.ts';
import type { Settings } from '#server/settings.ts';
import { type PushServer, startPushServer } from '#test/sandbox/push-server.ts';
import { storePaid } from './buy.ts';
import { checkout } from './factories.ts';
import { correct, type PassHolder, updatePasses } from './pass-updates.ts';
import { readPass } from './read-pass.ts';
import { readWalletSettings } from './wallets.ts';
import { createWorld, type World } from './world.ts';

export const PASS_TYPE = 'pass.org.example.summit';
export const V1 = '/api/apple-wallet/v1';

interface PassKey {
  readonly serialNumber: string;
  readonly authenticationToken: string;
}

/** A site with passes for Apple Wallet, Apple's push service, and phones with the passes. None is left after a test. */
export function setAppleStage() {
  let world: World;
  let push: PushServer;
  let authority: string;
  let settings: Pick<Settings, 'appleWallet' | 'googleWallet'>;
  const trusted = getCACertificates('default');
  beforeAll(async () => {
    const apple = await createAuthority();
    push = await startPushServer(apple);
    // In place of Apple's certificate authority, which Node trusts.
    setDefaultCACertificates([...trusted, apple.certificate]);
    const { environment } = await openWalletAccounts(push.url, apple);
    settings = readWalletSettings(environment);
    authority = apple.certificate;
    world = await createWorld({ settings });
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await world.stop();
    await push.stop();
  });
  afterEach(async () => {
    (push.pushes as unknown[]).length = 0;
    await world.database.db.delete(walletPasses);
  });

  /** A paid order with passes for those of its people, by default for the first. */
  async function buyPasses(body: unknown = checkout(), which: readonly number[] = [0]) {
    const { buyer, transactionId, orderId, people } = await storePaid(world, body);
    const passes = [];
    for (const index of which) {
      const file = await buyer.get(`/api/order/${transactionId}/tickets/${people[index]!.id}/pass`);
      passes.push(readPass(await file.arrayBuffer(), authority).pass);
    }
    return { orderId, transactionId, people, passes };
  }

  const asking = ({ authenticationToken }: PassKey, more: Record<string, string> = {}) => ({
    authorization: `ApplePass ${authenticationToken}`,
    ...more,
  });

  const registrationPath = (device: string, { serialNumber }: PassKey) =>
    `${V1}/devices/${device}/registrations/${PASS_TYPE}/${serialNumber}`;

  function register(
    pass: PassKey,
    device = 'phone-1',
    pushToken: unknown = 'ab'.repeat(32),
  ): Promise<Response> {
    return world.visitor().request(registrationPath(device, pass), {
      method: 'POST',
      headers: asking(pass, { 'content-type': 'application/json' }),
      body: JSON.stringify({ pushToken }),
    });
  }

  async function changedSince(device = 'phone-1', tag?: string) {
    const query = tag === undefined ? '' : `?passesUpdatedSince=${tag}`;
    const response = await world.visitor().get(`${V1}/devices/${device}/registrations/${PASS_TYPE}${query}`);
    return response.status === 204
      ? null
      : ((await response.json()) as { serialNumbers: string[]; lastUpdated: string });
  }

  const fetchPass = (pass: PassKey, headers: Record<string, string> = {}) =>
    world
      .visitor()
      .request(`${V1}/passes/${PASS_TYPE}/${pass.serialNumber}`, { headers: asking(pass, headers) });

  async function readAgain(pass: PassKey) {
    const response = await fetchPass(pass);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/vnd.apple.pkpass',
    ]);
    return readPass(await response.arrayBuffer(), authority).pass;
  }

  return {
    get world() {
      return world;
    },
    get push() {
      return push;
    },
    get settings() {
      return settings;
    },
    get authority() {
      return authority;
    },
    asking,
    buyPasses,
    changedSince,
    correct: (person: PassHolder, changes: Partial<PassHolder>) => correct(world, person, changes),
    fetchPass,
    readAgain,
    register,
    registrationPath,
    runJob: (dependencies = world.dependencies) => updatePasses(dependencies),
  };
}

/** A log with readable lines. */
export function listen() {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return {
    log: createLog('warn', destination),
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
