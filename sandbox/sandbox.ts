import { createServer, type RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Clock, type ClockStart, createClock } from './clock.ts';
import { controlRoutes } from './control/control-routes.ts';
import { type EventDay, eventDayRoutes } from './control/event-day.ts';
import { type ClockPreset, type HomeState, homePage } from './control/home.ts';
import { close, listen } from './control/listen.ts';
import { openArchive } from './mailbox/archive.ts';
import { listMessages, type MailMessage } from './mailbox/message.ts';
import { mailboxRoutes } from './mailbox/routes.ts';
import { createMailServer } from './mailbox/smtp.ts';
import { loadProviderKeys, type ProviderKeys } from './oidc/keys.ts';
import { createProvider, isProtocolRequest, mountProvider, type OidcClient } from './oidc/provider.ts';
import { signInPages } from './oidc/sign-in-page.ts';
import { renderPage } from './page.ts';
import { createSquareSandbox, type SquareAccount, type SquareSandbox } from './square/square-sandbox.ts';
import { openStore } from './store.ts';
import { createStripeSandbox, type StripeAccount, type StripeSandbox } from './stripe/stripe-sandbox.ts';

const HOST = '127.0.0.1';

/**
 * The site's addresses (redirect URIs, webhooks) may be paths, which are resolved against `siteUrl`. Port 0 takes any
 * free one.
 */
export interface SandboxOptions extends ClockStart {
  port: number;
  /** Keeps mail, payments, keys and the clock across restarts; without it they are in memory. */
  storeFile?: string;
  siteUrl: string;
  oidcClient: OidcClient;
  /** By default created once and kept in the store. */
  oidcKeys?: ProviderKeys;
  stripe: StripeAccount;
  square: SquareAccount;
  clockPresets?: readonly ClockPreset[];
  /** The time zone of the sandbox's pages; UTC by default. */
  timeZone?: string;
  log?: (text: string) => void;
}

export interface Sandbox {
  url: string;
  port: number;
  smtpUrl: string;
  oidcIssuer: string;
  clock: Clock;
  mailbox: { messages(): Promise<MailMessage[]>; clear(): void };
  stripe: StripeSandbox;
  square: SquareSandbox;
  /** Offers the event day on the control page. */
  connectEventDay(eventDay: EventDay): void;
  /** Closes every connection and frees both ports. */
  stop(): Promise<void>;
}

/** The site's outside world on loopback: payments, sign-in and mail over real HTTP and SMTP, and a clock. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const http = createServer();
  const port = await listen(http, options.port);
  const world = await openWorld(options, `http://${HOST}:${port}`);
  const { url, smtpUrl, clock, archive, mailServer, stripe, square, store } = world;
  http.on('request', answerRequests(options, world));
  stripe.start();
  square.start();

  const closeAll = async () => {
    const closed = [close(http), close(mailServer.server), stripe.stop(), square.stop()];
    http.closeAllConnections();
    mailServer.dropConnections();
    await Promise.all(closed);
    store.close();
  };
  let stopped: Promise<void> | undefined;
  return {
    url,
    port,
    smtpUrl,
    oidcIssuer: issuerOf(url),
    clock,
    mailbox: { messages: () => listMessages(archive), clear: archive.clear },
    stripe,
    square,
    connectEventDay(eventDay) {
      world.eventDay = eventDay;
    },
    stop() {
      stopped ??= closeAll();
      return stopped;
    },
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function openWorld(options: SandboxOptions, url: string) {
  const { startAt, firstAt, storeFile, log = () => {} } = options;
  const store = openStore({ file: storeFile });
  const keys = options.oidcKeys ?? (await loadProviderKeys(store));
  const clock = createClock({ startAt, firstAt, store });
  const archive = openArchive({ store, now: clock.now });
  const mailServer = createMailServer({ archive, log });
  const smtpUrl = `smtp://${HOST}:${await listen(mailServer.server)}`;
  const webhookOf = ({ webhookUrl }: StripeAccount | SquareAccount) =>
    webhookUrl && atSite(options, webhookUrl);
  const stripe = createStripeSandbox({
    ...options.stripe,
    webhookUrl: webhookOf(options.stripe),
    baseUrl: url,
    store,
    clock,
    log,
  });
  const square = createSquareSandbox({
    ...options.square,
    webhookUrl: webhookOf(options.square),
    store,
    log,
  });
  const eventDay = null as EventDay | null;
  return { url, smtpUrl, store, keys, clock, archive, mailServer, stripe, square, log, eventDay };
}

function answerRequests(options: SandboxOptions, world: World): RequestListener {
  const { oidcClient, timeZone = 'UTC' } = options;
  const { url, keys, clock, archive, mailServer, stripe, square, log } = world;
  const provider = createProvider({
    issuer: issuerOf(url),
    keys,
    client: {
      ...oidcClient,
      redirectUris: oidcClient.redirectUris.map((one) => atSite(options, one)),
      postLogoutRedirectUris: oidcClient.postLogoutRedirectUris.map((one) => atSite(options, one)),
    },
  });
  provider.on('server_error', (_ctx, error) => log(`oidc: ${error.message}`));

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/', (c) => c.html(homePage(describeHome(options, world))));
  app.route('/', controlRoutes({ clock, timeZone, mailServer }));
  app.route(
    '/event-day',
    eventDayRoutes(() => world.eventDay),
  );
  app.route('/mailbox', mailboxRoutes({ archive, timeZone }));
  app.route('/oidc', signInPages(provider));
  app.route('/', stripe.app);
  app.route('/', square.app);
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

function atSite({ siteUrl }: SandboxOptions, address: string): string {
  return new URL(address, siteUrl).href;
}

function describeHome(options: SandboxOptions, world: World): HomeState {
  const { clock, archive, mailServer, stripe, square, smtpUrl, eventDay } = world;
  return {
    now: clock.now(),
    timeZone: options.timeZone ?? 'UTC',
    presets: options.clockPresets ?? [],
    siteUrl: options.siteUrl,
    mailCount: archive.list().length,
    smtpMode: mailServer.mode(),
    smtpUrl,
    checkouts: stripe.sessions(),
    squarePayments: square.payments(),
    eventDay: eventDay?.state() ?? null,
  };
}
