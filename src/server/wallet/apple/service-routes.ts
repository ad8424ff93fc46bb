import type { Hono, Context as HonoContext } from 'hono';
import { PROGRAM_PATHS } from '#contract/paths.ts';
import { MINUTE } from '#domain/durations.ts';
import { Refusal } from '../../errors.ts';
import type { HttpEnv } from '../../http/http-env.ts';
import { takeLimit, visitorKey } from '../../http/limits.ts';
import { membersOf, readJson } from '../../http/read-json.ts';
import { countSigning, offered } from '../get-passes.ts';
import type { TicketPass } from '../keep-pass.ts';
import { makePass, PASS_TYPE } from './make-pass.ts';
import { isUnchanged, listChanged, openPass, registerDevice, unregisterDevice } from './web-service.ts';

const REGISTRATIONS = `${PROGRAM_PATHS.appleWallet}/v1/devices/:device/registrations/:passType`;
const PASS = `${PROGRAM_PATHS.appleWallet}/v1/passes/:passType/:serial`;
/** Logged phone reports per address and minute. */
const LOGGED_REPORTS = 10;

type Call = HonoContext<HttpEnv>;

/**
 * The web service that phones call about their passes; paths, statuses and bodies are Apple's
 * (https://developer.apple.com/documentation/walletpasses/adding-a-web-service-to-update-passes).
 */
export function appleServiceRoutes(app: Hono<HttpEnv>): void {
  app.post(`${REGISTRATIONS}/:serial`, (c) =>
    withPass(c, async (pass) => {
      const { pushToken } = membersOf(await readJson(c.req.raw));
      const device = { deviceId: deviceOf(c), pushToken };
      const outcome = await registerDevice(c.get('ctx'), pass, device);
      return c.body(null, outcome === 'registered' ? 201 : 200);
    }),
  );
  app.delete(`${REGISTRATIONS}/:serial`, (c) =>
    withPass(c, async (pass) => {
      await unregisterDevice(c.get('ctx'), pass, deviceOf(c));
      return c.body(null, 200);
    }),
  );
  app.get(REGISTRATIONS, async (c) => {
    demandPassType(c);
    const changed = await listChanged(c.get('ctx'), deviceOf(c), c.req.query('passesUpdatedSince'));
    return changed ? c.json(changed) : c.body(null, 204);
  });
  app.get(PASS, (c) =>
    withPass(c, async (pass) => {
      if (isUnchanged(pass, c.req.header('if-modified-since'))) return c.body(null, 304);
      const ctx = c.get('ctx');
      await countSigning(ctx, `serial:${pass.serial}`);
      const file = await makePass(ctx, offered(ctx.settings.appleWallet), pass);
      return c.body(Uint8Array.from(file).buffer, 200, {
        'content-type': PASS_TYPE,
        'last-modified': pass.updatedAt.toUTCString(),
      });
    }),
  );
  app.post(`${PROGRAM_PATHS.appleWallet}/v1/log`, async (c) => {
    const ctx = c.get('ctx');
    offered(ctx.settings.appleWallet);
    const told = describeLogs(membersOf(await readJson(c.req.raw)).logs);
    const limit = { key: `pass-log:${visitorKey(ctx.ipAddress)}`, max: LOGGED_REPORTS, window: MINUTE };
    if (told && (await takeLimit(ctx.db, ctx.protocolNow(), limit))) {
      ctx.log.warn({ ...told, requestId: ctx.requestId }, 'a phone reported a problem with a pass');
    }
    return c.body(null, 200);
  });
}

async function withPass(c: Call, answer: (pass: TicketPass) => Promise<Response>): Promise<Response> {
  demandPassType(c);
  const pass = await openPass(c.get('ctx'), c.req.param('serial') ?? '', c.req.header('authorization'));
  return pass ? answer(pass) : c.body(null, 401);
}

function demandPassType(c: Call): void {
  const { passTypeId } = offered(c.get('ctx').settings.appleWallet);
  if (c.req.param('passType') !== passTypeId) throw new Refusal('not_found');
}

function deviceOf(c: Call): string {
  return c.req.param('device') ?? '';
}

/** The tasks with which phones' messages begin. */
const TASKS = ['Register', 'Unregister', 'Get serial #s', 'Get pass', 'Web service'];

/**
 * Summarizes phones' reports without quoting them: their messages contain serials, device ids and tokens, and anybody
 * can send one. Null if there is nothing.
 */
function describeLogs(logs: unknown): { messages: number; tasks: string[]; statuses: number[] } | null {
  if (!Array.isArray(logs)) return null;
  const texts = logs.filter((one): one is string => typeof one === 'string');
  if (texts.length === 0) return null;
  const tasks = TASKS.filter((task) => texts.some((text) => text.toLowerCase().includes(task.toLowerCase())));
  const statuses = texts.flatMap((text) => {
    const [, status] = /response code:? (\d{3})\b/i.exec(text) ?? [];
    return status ? [Number(status)] : [];
  });
  return { messages: texts.length, tasks, statuses: [...new Set(statuses)] };
}
