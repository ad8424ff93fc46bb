import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requiredSettings } from '#test/required-settings.ts';
import { settingProblems } from '#test/setting-problems.ts';
import { readEnvironment, readSettings, StartRefusal } from './settings.ts';

/** The same with test keys. */
const rehearsal = { ...requiredSettings, STRIPE_SECRET_KEY: 'sk_test_sample', TEST_MODE: 'true' };

describe('the settings', () => {
  test('need only these variables', () => {
    expect(readSettings(requiredSettings)).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'https://summit.example.org',
      databaseUrl: null,
      dataDir: '.data/site',
      logLevel: 'info',
      metricsToken: null,
      trustedProxies: [],
      contact: { phone: '(303) 555-0142', email: 'hello@example.org' },
      adminEmails: ['ada@example.org', 'bo@example.org'],
      couponAdminEmail: null,
      analyticsId: null,
      isTestMode: false,
      acceptsPasswords: false,
      oidc: { issuer: 'https://login.example.org', clientId: 'summit', clientSecret: 'sample-secret' },
      mail: {
        smtpUrl: 'smtps://user:password@mail.example.org',
        from: { name: 'Summit', address: 'tickets@example.org' },
      },
      stripe: {
        secretKey: 'sk_live_sample',
        webhookSecret: 'whsec_sample',
        apiUrl: 'https://api.stripe.com',
      },
      square: null,
      appleWallet: null,
      googleWallet: null,
    });
  });

  test('read every variable', () => {
    const settings = readSettings({
      ...rehearsal,
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'HTTPS://Summit.Example.org:443/',
      DATABASE_URL: 'postgresql://summit@db.example.org/summit',
      DATA_DIR: '/var/lib/summit',
      LOG_LEVEL: 'warn',
      TRUSTED_PROXIES: '10.0.0.0/8, 203.0.113.7,::1,fd00::/8,',
      COUPON_ADMIN_EMAIL: 'BO@example.org',
      STRIPE_API_URL: 'http://127.0.0.1:3001/',
    });
    expect(settings).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://summit.example.org',
      databaseUrl: 'postgresql://summit@db.example.org/summit',
      dataDir: '/var/lib/summit',
      logLevel: 'warn',
      trustedProxies: ['10.0.0.0/8', '203.0.113.7', '::1', 'fd00::/8'],
      couponAdminEmail: 'BO@example.org',
      isTestMode: true,
      stripe: { apiUrl: 'http://127.0.0.1:3001' },
    });
  });

  test('treat an empty value as unset', () => {
    const blank = { PORT: '', HOST: ' ', DATABASE_URL: '', COUPON_ADMIN_EMAIL: '\t', STRIPE_API_URL: '' };
    expect(readSettings({ ...requiredSettings, ...blank })).toEqual(readSettings(requiredSettings));
    expect(settingProblems({ ...requiredSettings, CONTACT_PHONE: '  ' })).toEqual([
      'CONTACT_PHONE is missing: the phone number shown to visitors.',
    ]);
  });

  test('are read without the line break at the end of a secret file', () => {
    const withBreaks = {
      ...requiredSettings,
      OIDC_CLIENT_SECRET: 'sample-secret\n',
      CONTACT_PHONE: ' (303) 555-0142 ',
    };
    expect(readSettings(withBreaks)).toEqual(readSettings(requiredSettings));
  });

  test('ignore all other variables', () => {
    expect(readSettings({ ...requiredSettings, PATH: '/usr/bin', EMPTY: undefined })).toEqual(
      readSettings(requiredSettings),
    );
  });
});

describe('the file .env', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'summit-settings-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('is overridden by the environment', async () => {
    await writeFile(
      join(folder, '.env'),
      '# A comment\nMAIL_FROM="Summit <tickets@example.org>"\nPATH=/nowhere\n',
    );
    const environment = await readEnvironment(folder);
    expect([environment.MAIL_FROM, environment.PATH]).toEqual([
      'Summit <tickets@example.org>',
      process.env.PATH,
    ]);
  });

  test('is optional', async () => {
    expect(await readEnvironment(folder)).toEqual(process.env);
  });

  test('is named when it cannot be read', async () => {
    await mkdir(join(folder, '.env'));
    await expect(readEnvironment(folder)).rejects.toThrow(/^\/.*\/\.env cannot be read: EISDIR.*\.$/);
  });
});

const MISSING: Record<Exclude<keyof typeof requiredSettings, `STRIPE_${string}`>, string> = {
  PUBLIC_URL: 'the address at which people reach the site, such as https://summit.example.org',
  CONTACT_PHONE: 'the phone number shown to visitors',
  CONTACT_EMAIL: 'the email address shown to visitors',
  ADMIN_EMAILS: 'the staff addresses, separated by commas',
  OIDC_ISSUER: "the identity provider's issuer, such as https://accounts.google.com",
  OIDC_CLIENT_ID: "this site's client id at the identity provider",
  OIDC_CLIENT_SECRET: "this site's client secret at the identity provider",
  SMTP_URL: 'the mail server, such as smtps://user:password@mail.example.org',
  MAIL_FROM: 'the sender of all email, such as "Summit <tickets@example.org>"',
};

const square = {
  SQUARE_ACCESS_TOKEN: 'sample-token',
  SQUARE_APPLICATION_ID: 'sandbox-sq0idb-sample',
  SQUARE_LOCATION_ID: 'LSAMPLE',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'sample-key',
};
const NO_PROVIDER =
  'No payment provider is configured: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or the SQUARE_ settings.';

describe('the payment providers', () => {
  const withoutStripe = { ...rehearsal, STRIPE_SECRET_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined };

  test('are Stripe, Square or both, and Square’s addresses follow from its application', () => {
    const settings = readSettings({ ...withoutStripe, ...square });
    expect([settings.stripe, settings.square]).toEqual([
      null,
      {
        accessToken: 'sample-token',
        applicationId: 'sandbox-sq0idb-sample',
        locationId: 'LSAMPLE',
        webhookSignatureKey: 'sample-key',
        webhookUrl: 'https://summit.example.org/api/webhooks/square',
        apiUrl: 'https://connect.squareupsandbox.com',
        scriptUrl: 'https://sandbox.web.squarecdn.com/v1/square.js',
      },
    ]);
    const live = { ...square, SQUARE_APPLICATION_ID: 'sq0idp-sample', TEST_MODE: 'false' };
    expect(readSettings({ ...withoutStripe, ...live }).square).toMatchObject({
      apiUrl: 'https://connect.squareup.com',
      scriptUrl: 'https://web.squarecdn.com/v1/square.js',
    });
    const both = readSettings({ ...rehearsal, ...square });
    expect([both.stripe !== null, both.square !== null]).toEqual([true, true]);
  });

  test('must include at least one, each configured completely', () => {
    expect(settingProblems(withoutStripe)).toEqual([NO_PROVIDER]);
    expect(settingProblems({ ...rehearsal, STRIPE_WEBHOOK_SECRET: undefined })).toEqual([
      'STRIPE_WEBHOOK_SECRET is missing, although related settings are set.',
    ]);
    expect(
      settingProblems({ ...rehearsal, ...square, SQUARE_LOCATION_ID: '', SQUARE_WEBHOOK_SIGNATURE_KEY: ' ' }),
    ).toEqual([
      'SQUARE_LOCATION_ID and SQUARE_WEBHOOK_SIGNATURE_KEY are missing, although related settings are set.',
    ]);
  });

  test('never mix test and live mode, and go live only over HTTPS', () => {
    const live = { ...square, SQUARE_APPLICATION_ID: 'sq0idp-sample', TEST_MODE: 'false' };
    expect(settingProblems({ ...rehearsal, ...live })).toEqual([
      'One of Stripe and Square is live and the other is in test mode.',
    ]);
    expect(settingProblems({ ...withoutStripe, ...live, PUBLIC_URL: 'http://summit.example.org' })).toEqual([
      'SQUARE_APPLICATION_ID is live, but PUBLIC_URL is not https.',
    ]);
    expect(settingProblems({ ...withoutStripe, ...live, SQUARE_API_URL: 'http://127.0.0.1:1' })).toEqual([
      'SQUARE_APPLICATION_ID is live, but SQUARE_API_URL is not https.',
    ]);
  });
});

describe('an invalid setting', () => {
  test.each(Object.entries(MISSING))('%s is reported as missing', (name, what) => {
    expect(settingProblems({ ...requiredSettings, [name]: undefined })).toEqual([
      `${name} is missing: ${what}.`,
    ]);
  });

  test('is reported together with all others, in one message', () => {
    // A missing provider is reported only once each setting is valid on its own.
    const problems = Object.entries(MISSING).map(([name, what]) => `${name} is missing: ${what}.`);
    expect(settingProblems({}).toSorted()).toEqual(problems.toSorted());
    expect(settingProblems({ PORT: 'x' })).toHaveLength(problems.length + 1);
    expect(new StartRefusal(['One.', 'Two.']).message).toBe('The site cannot start:\n  - One.\n  - Two.');
  });

  test('says where the settings come from', () => {
    expect(() => readSettings({})).toThrow(
      /\.\nSet them in the environment or in \.env\. The file \.env\.example/,
    );
  });

  const phrase = (name: keyof typeof MISSING) => `${name} is not ${MISSING[name]}.`;
  const key = 'STRIPE_SECRET_KEY is not a Stripe secret key (sk_live_…, sk_test_…).';
  const sender = 'MAIL_FROM is not a sender such as "Summit <tickets@example.org>".';
  const database = 'DATABASE_URL is not a PostgreSQL address (postgresql://…).';
  const proxy = 'TRUSTED_PROXIES has an entry that is not an IP address or block: ';
  test.each([
    ['PORT', 'http', 'PORT is not a port number.'],
    ['PORT', '-1', 'PORT is not a port number.'],
    ['PORT', '65536', 'PORT is not a port number.'],
    ['PORT', '80.5', 'PORT is not a port number.'],
    ['PORT', '0x50', 'PORT is not a port number.'],
    ['PUBLIC_URL', 'summit.example.org', phrase('PUBLIC_URL')],
    ['PUBLIC_URL', 'ftp://summit.example.org', phrase('PUBLIC_URL')],
    ['PUBLIC_URL', 'javascript:alert(1)', phrase('PUBLIC_URL')],
    ['DATABASE_URL', 'mysql://db.example.org/summit', database],
    ['DATABASE_URL', 'summit', database],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is not one of fatal, error, warn, info, debug, silent.'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,proxy', `${proxy}proxy.`],
    ['TRUSTED_PROXIES', '10.0.0.0/33', `${proxy}10.0.0.0/33.`],
    ['TRUSTED_PROXIES', '10.0.0.0/', `${proxy}10.0.0.0/.`],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8', `${proxy}10.0.0.0/8/8.`],
    ['TRUSTED_PROXIES', 'fd00::/129', `${proxy}fd00::/129.`],
    ['CONTACT_EMAIL', 'hello', phrase('CONTACT_EMAIL')],
    ['ADMIN_EMAILS', 'ada@example.org,bo', 'ADMIN_EMAILS has an entry that is not an email address: bo.'],
    ['ADMIN_EMAILS', ' , ', 'ADMIN_EMAILS names nobody.'],
    ['COUPON_ADMIN_EMAIL', 'bo', 'COUPON_ADMIN_EMAIL is not an email address.'],
    ['OIDC_ISSUER', 'login.example.org', phrase('OIDC_ISSUER')],
    ['SMTP_URL', 'https://mail.example.org', phrase('SMTP_URL')],
    ['SMTP_URL', 'smtp://', phrase('SMTP_URL')],
    ['MAIL_FROM', 'Summit', sender],
    ['MAIL_FROM', 'Summit <tickets@example.org', sender],
    ['MAIL_FROM', 'tickets@example.org>', sender],
    ['MAIL_FROM', 'Summit tickets@example.org', sender],
    ['MAIL_FROM', 'Summit\r\nBcc: bo@example.org <tickets@example.org>', sender],
    ['STRIPE_SECRET_KEY', 'pk_test_sample', key],
    ['STRIPE_SECRET_KEY', 'sk_sample', key],
    ['STRIPE_SECRET_KEY', 'sk_test_', key],
    ['STRIPE_WEBHOOK_SECRET', 'sample', 'STRIPE_WEBHOOK_SECRET is not a webhook signing secret (whsec_…).'],
    ['TEST_MODE', 'yes', 'TEST_MODE is not true or false.'],
    ['ANALYTICS_ID', 'yes', 'ANALYTICS_ID is not an id such as AW-123456789.'],
    ['STRIPE_API_URL', 'stripe', 'STRIPE_API_URL is not an address.'],
    [
      'SQUARE_APPLICATION_ID',
      'sample',
      'SQUARE_APPLICATION_ID is not a Square application id (sq0idp-…, sandbox-sq0idb-…).',
    ],
    ['SQUARE_LOCATION_ID', 'a b', 'SQUARE_LOCATION_ID is not a location id.'],
    ['SQUARE_API_URL', 'square', 'SQUARE_API_URL is not an address.'],
    ['SQUARE_SCRIPT_URL', 'square', 'SQUARE_SCRIPT_URL is not an address.'],
  ])('%s cannot be %j', (name, value, sentence) => {
    expect(settingProblems({ ...requiredSettings, [name]: value })).toEqual([sentence]);
  });

  test.each([
    ['tickets@example.org', ''],
    ['<tickets@example.org>', ''],
    ['A & B, Summit: Tickets <tickets@example.org>', 'A & B, Summit: Tickets'],
    ['"Summit: Tickets" <tickets@example.org>', 'Summit: Tickets'],
  ])('MAIL_FROM can be %j', (value, name) => {
    expect(readSettings({ ...requiredSettings, MAIL_FROM: value }).mail.from).toEqual({
      name,
      address: 'tickets@example.org',
    });
  });
});

describe('contradicting settings', () => {
  const path = 'PUBLIC_URL has a path; the site lives at the root of its host.';
  const live = { STRIPE_SECRET_KEY: 'rk_live_sample' };
  const openSite = 'STRIPE_SECRET_KEY is a live key, but PUBLIC_URL is not https.';
  const openApi = 'STRIPE_SECRET_KEY is a live key, but STRIPE_API_URL is not https.';
  const testKey = { STRIPE_SECRET_KEY: 'sk_test_sample' };
  const tested = (name: string) =>
    `${name} is for testing, but PUBLIC_URL is https: tickets would cost nothing. Use the live one, or set TEST_MODE=true for a rehearsal.`;
  const openIssuer =
    'OIDC_ISSUER is not https; only an identity provider on this machine may be reached over http.';
  test.each<[string, Record<string, string>, string[]]>([
    ['a live key with https', live, []],
    ['a live key without', { ...live, PUBLIC_URL: 'http://summit.example.org' }, [openSite]],
    ['a live key at an open API', { ...live, STRIPE_API_URL: 'http://127.0.0.1:3001' }, [openApi]],
    ['a test key without https', { ...testKey, PUBLIC_URL: 'http://127.0.0.1:3000' }, []],
    ['a test key with https', testKey, [tested('STRIPE_SECRET_KEY')]],
    ['a test key with https for a rehearsal', { ...testKey, TEST_MODE: 'true' }, []],
    [
      'keys of both sandboxes with https',
      { ...testKey, ...square },
      [tested('STRIPE_SECRET_KEY'), tested('SQUARE_APPLICATION_ID')],
    ],
    [
      'a rehearsal with a live key',
      { TEST_MODE: 'true' },
      ['TEST_MODE is true, but the payment keys are live.'],
    ],
    ['an open identity provider elsewhere', { OIDC_ISSUER: 'http://login.example.org' }, [openIssuer]],
    [
      'an open identity provider on a host that only looks local',
      { OIDC_ISSUER: 'http://localhost.example.org' },
      [openIssuer],
    ],
    ['an open identity provider on this machine', { OIDC_ISSUER: 'http://127.0.0.1:3001/oidc' }, []],
    ['an open identity provider on this machine by name', { OIDC_ISSUER: 'http://localhost:3001' }, []],
    ['an open identity provider on this machine by IPv6', { OIDC_ISSUER: 'http://[::1]:3001' }, []],
    [
      'values of the example',
      { OIDC_CLIENT_ID: 'replace-me', SMTP_URL: 'smtps://replace-me:replace-me@mail.example.org' },
      ['OIDC_CLIENT_ID', 'SMTP_URL'].map(
        (name) => `${name} still has the value of .env.example; put in your own.`,
      ),
    ],
    [
      'a coupon administrator who is not staff',
      { COUPON_ADMIN_EMAIL: 'cleo@example.org' },
      ['COUPON_ADMIN_EMAIL is not among ADMIN_EMAILS.'],
    ],
    [
      'a coupon administrator with look-alike letters',
      { ADMIN_EMAILS: 'Bo@Example.org', COUPON_ADMIN_EMAIL: 'bO@example.org' },
      [],
    ],
    ['a path', { PUBLIC_URL: 'https://example.org/summit' }, [path]],
    ['a question', { PUBLIC_URL: 'https://example.org/?summit' }, [path]],
    ['a fragment', { PUBLIC_URL: 'https://example.org/#summit' }, [path]],
    [
      'much at once',
      { ...live, PUBLIC_URL: 'http://example.org/summit', COUPON_ADMIN_EMAIL: 'cleo@example.org' },
      [openSite, 'COUPON_ADMIN_EMAIL is not among ADMIN_EMAILS.', path],
    ],
  ])('are reported, and nothing else is: %s', (_name, changes, problems) => {
    expect(settingProblems({ ...requiredSettings, ...changes })).toEqual(problems);
  });
});
