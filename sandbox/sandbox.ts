import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Clock, createClock } from './clock.ts';
import { clockRoutes } from './control/clock-routes.ts';
import { type EventDay, eventDayRoutes } from './control/event-day.ts';
import { type ClockPreset, homePage } from './control/home.ts';
import { close, listen } from './control/listen.ts';
import { createSite, type Site } from './control/site.ts';
import { smtpRoutes } from './control/smtp-routes.ts';
import { type Archive, openArchive } from './mailbox/archive.ts';
import { listMessages, type MailMessage } from './mailbox/message.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { createMailServer, type MailServer } from './mailbox/smtp.ts';
import { loadProviderKeys, type ProviderKeys } from './oidc/keys.ts';
import { isProtocolRequest, mountProvider } from './oidc/mount.ts';
import type { Person } from './oidc/people.ts';
import { createProvider, type OidcClient } from './oidc/provider.ts';
import { signInPages } from './oidc/sign-in-page.ts';
import { renderPage } from './page.ts';
import { createSquareSandbox, type SquareSandbox } from './square/square-sandbox.ts';
import { openStore, type Store } from './store.ts';
import { openState } from './stripe/state.ts';
import { createStripeSandbox, type StripeSandbox } from './stripe/stripe-sandbox.ts';

const HOST = '127.0.0.1';

/**
 * The site's addresses (redirect URIs, webhooks) may be paths: they are resolved against `siteUrl`, or against the
 * site that `connectSite` names later. Port 0 takes any free one.
 */
export interface SandboxOptions {
  port: number;
  smtpPort?: number;
  /** Keeps mail, payments, keys and the clock across restarts; without it they are in memory. */
  storeFile?: string;
  /** Overrides the stored clock. */
  startAt?: Date;
  siteUrl?: string;
  people: readonly Person[];
  oidcClient: OidcClient;
  /** By default created once and kept in the store. */
  oidcKeys?: ProviderKeys;
  stripe: {
    secretKey: string;
    webhookSecret: string;
    webhookUrl: string;
    /** The event types that Stripe's endpoint subscribes to; all by default. */
    webhookEvents?: readonly string[];
    merchantName?: string;
  };
  /** Without it there is no Square. */
  square?: SquareAccount;
  clockPresets?: readonly ClockPreset[];
  /** The time zone of the sandbox's pages; UTC by default. */
  timeZone?: string;
  log?: (text: string) => void;
}

export interface SquareAccount {
  accessToken: string;
  /** Begins with `sandbox-sq0idb-`. */
  applicationId: string;
  locationId: string;
  webhookSignatureKey: string;
  webhookUrl: string;
  merchantName?: string;
}

export interface Sandbox {
  url: string;
  port: number;
  smtpUrl: string;
  oidcIssuer: string;
  clock: Clock;
  mailbox: { messages(): Promise<MailMessage[]>; clear(): void };
  stripe: StripeSandbox;
  /** null: the sandbox was started without Square. */
  square: SquareSandbox | null;
  connectSite(siteUrl: string): void;
  /** Offers the event day on the control page. */
  connectEventDay(eventDay: EventDay): void;
  /** Closes every connection and frees both ports. */
  stop(): Promise<void>;
}

/** The site's outside world on loopback: payments, sign-in and mail over real HTTP and SMTP, and a clock. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const http = createServer();
  const world = await openWorld(options, http);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= closeWorld(world);
    return stopped;
  };

  try {
    const port = await listen(http, options.port, HOST);
    const smtpPort = await listen(world.mailServer.server, options.smtpPort ?? 0, HOST);
    const url = `http://${HOST}:${port}`;
    Object.assign(world, { url, smtpUrl: `smtp://${HOST}:${smtpPort}` });
    http.on('request', answerRequests(world));
    world.stripe.start();
    world.square?.start();
    const { archive, clock, site, stripe, square, smtpUrl } = world;
    const mailbox = { messages: () => listMessages(archive), clear: archive.clear };
    const { connect: connectSite } = site;
    const oidcIssuer = issuerOf(url);
    const connectEventDay = (eventDay: EventDay) => {
      world.eventDay = eventDay;
    };
    return {
      url,
      port,
      smtpUrl,
      oidcIssuer,
      clock,
      mailbox,
      stripe,
      square,
      connectSite,
      connectEventDay,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface World {
  options: SandboxOptions;
  http: Server;
  store: Store;
  keys: ProviderKeys;
  clock: Clock;
  archive: Archive;
  mailServer: MailServer;
  site: Site;
  stripe: StripeSandbox;
  square: SquareSandbox | null;
  log: (text: string) => void;
  eventDay: EventDay | null;
  /** Empty until both servers listen. */
  url: string;
  smtpUrl: string;
}

async function openWorld(options: SandboxOptions, http: Server): Promise<World> {
  const { startAt, storeFile, log = () => {} } = options;
  const { webhookUrl, ...account } = options.stripe;
  const store = openStore({ file: storeFile });
  const keys = options.oidcKeys ?? (await loadProviderKeys(store));
  const clock = createClock({ startAt, store });
  const archive = openArchive({ store, now: clock.now });
  const mailServer = createMailServer({ archive, log });
  const site = createSite(options.siteUrl);
  const stripe = createStripeSandbox({
    store,
    clock,
    log,
    baseUrl: () => world.url,
    webhookUrl: () => site.resolve(webhookUrl),
    ...account,
  });
  const square = options.square ? openSquare(options.square, store, site, () => world.url, log) : null;
  const parts = { options, http, store, keys, clock, archive, mailServer, site, stripe, square, log };
  const world: World = { ...parts, eventDay: null, url: '', smtpUrl: '' };
  return world;
}

function openSquare(
  { webhookUrl, ...account }: SquareAccount,
  store: Store,
  site: Site,
  baseUrl: () => string,
  log: (text: string) => void,
): SquareSandbox {
  return createSquareSandbox({ ...account, store, baseUrl, webhookUrl: () => site.resolve(webhookUrl), log });
}

async function closeWorld({ http, mailServer, stripe, square, store }: World) {
  const closed = [close(http), close(mailServer.server), stripe.stop(), square?.stop()];
  http.closeAllConnections();
  mailServer.dropConnections();
  await Promise.all(closed);
  store.close();
}

function answerRequests(world: World): RequestListener {
  const { options, clock, archive, mailServer, site, stripe, url, log } = world;
  const { people, timeZone = 'UTC' } = options;
  const provider = createProvider({
    issuer: issuerOf(url),
    people,
    keys: world.keys,
    client: () => clientAt(site, options.oidcClient),
  });
  provider.on('server_error', (_ctx, error) => log(`oidc: ${error.message}`));

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/', (c) => c.html(homePage(describeHome(world))));
  app.route('/clock', clockRoutes({ clock, timeZone }));
  app.route('/control/smtp', smtpRoutes(mailServer));
  app.route(
    '/event-day',
    eventDayRoutes(() => world.eventDay),
  );
  app.route('/mailbox', mailboxRoutes({ archive, timeZone }));
  app.route('/oidc', signInPages(provider, people));
  app.route('/', stripe.app);
  if (world.square) app.route('/', world.square.app);
  app.onError((error, c) => {
    log(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    const main = html`<h1>The sandbox failed</h1><p class="error">${error.message}</p>`;
    return c.html(renderPage({ title: 'Error', main }), 500);
  });

  const answerApp = getRequestListener(app.fetch);
  const answerProvider = mountProvider(provider);
  return (request, response) => {
    if (isProtocolRequest(request)) answerProvider(request, response);
    else void answerApp(request, response);
  };
}

function issuerOf(url: string): string {
  return `${url}/oidc`;
}

/** Null while its redirect URIs are unknown. */
function clientAt(site: Site, client: OidcClient): OidcClient | null {
  const at = (addresses: readonly string[]) => addresses.map(site.resolve).filter((one) => one !== null);
  const redirectUris = at(client.redirectUris);
  if (redirectUris.length === 0) return null;
  return { ...client, redirectUris, postLogoutRedirectUris: at(client.postLogoutRedirectUris) };
}

function describeHome({
  options,
  eventDay,
  store,
  clock,
  site,
  archive,
  mailServer,
  square,
  smtpUrl,
}: World) {
  return {
    now: clock.now(),
    timeZone: options.timeZone ?? 'UTC',
    presets: options.clockPresets ?? [],
    siteUrl: site.url(),
    people: options.people,
    mailCount: archive.list().length,
    smtpMode: mailServer.mode(),
    smtpUrl,
    checkouts: openState(store, clock, clock.now).sessions.list(),
    squarePayments: square ? square.payments() : null,
    eventDay: eventDay?.state() ?? null,
  };
}
