import { event } from '#content/event.ts';
import { syncDoor } from '#contract/door.ts';
import { API_PATHS } from '#contract/paths.ts';
import { dayIn } from '#domain/calendar.ts';
import { ApiError, call } from '../../api.ts';
import { type ChangeStream, openChangeStream } from '../../change-stream.ts';
import { localStore } from '../../storage.ts';
import { type ContactLoop, startContacts } from './contact-loop.ts';
import { type KeptScan, NO_FACTS } from './door-store.ts';
import { isSent, toSendAgain } from './own-scans.ts';
import { forgetFiles, keepFiles } from './page-files.ts';
import type { PhoneTab } from './phone-tab.ts';
import { createScanQueue } from './scan-queue.ts';
import { takeResponse } from './take-response.ts';

/** With a stream of changes, occasional contacts are enough to report the phone's state. */
const PAUSE_WITH_STREAM_MS = 15_000;
const PAUSE_MS = 5_000;
const TIME_LIMIT_MS = 15_000;
/** Allows for the whole list over a bad network. */
const LIST_TIME_LIMIT_MS = 120_000;
/** How often values that change with every response are stored. */
const KEEP_FACTS_MS = 30_000;
const KEEP_FILES_AGAIN_MS = 60_000;
/** Statuses that one of the scans may have caused. */
const MAY_BE_A_SCAN = [400, 404, 409, 413, 422, 500];

/** Stores the volunteer's first name, for when the phone joins again. */
export const VOLUNTEER = 'door-person';

/** Synchronizes a tab with the server. */
export function keepContact(tab: PhoneTab) {
  const { copy } = tab;
  const queue = createScanQueue(copy);
  let loop: ContactLoop | null = null;
  let stream: ChangeStream | null = null;
  let streamOf: string | null = null;
  let factsKeptAt = 0;
  /** The phone whose files are kept: another tab may wipe them, and join as another phone. */
  let filesOf: string | null = null;
  let filesAskedAt = Number.NEGATIVE_INFINITY;

  async function contact(): Promise<boolean> {
    if (!copy.facts.phone && copy.waiting.length === 0) {
      closeStream();
      return true;
    }
    let batch: readonly KeptScan[] = [];
    let worksWithout = false;
    const asked = phoneId();
    try {
      // No scan is sent with an unchecked time, and none is blamed for a failure that also occurs without scans.
      if (!tab.clock.isMeasured() || queue.sendsOneByOne()) {
        await sync([]);
        worksWithout = true;
      }
      do {
        batch = queue.next();
        await sync(batch);
        if (batch.some((one) => copy.scan(one.scan.id)?.state === 'waiting')) return false;
      } while (copy.waiting.length > 0);
      queue.sendTogether();
    } catch (error) {
      return asked === phoneId() ? takeFailure(error, batch, worksWithout) : true;
    }
    listen();
    return true;
  }

  const phoneId = () => copy.facts.phone?.id ?? null;
  const hasFiles = () => filesOf !== null && filesOf === phoneId();

  function listen(): void {
    const { phone } = copy.facts;
    // Another tab may have taken over in the meantime.
    if (!loop || !phone) return;
    if (streamOf !== phone.id) closeStream();
    stream ??= openChangeStream(API_PATHS.doorStream, () => loop?.now());
    streamOf = phone.id;
  }

  async function sync(batch: readonly KeptScan[]): Promise<void> {
    const { clock } = tab;
    const { cursor, isReady, wiped } = copy.facts;
    const isFirst = cursor === null && !wiped;
    const asked = phoneId();
    if (isFirst) tab.setNetwork({ progress: 0 });
    const sentAt = clock.tick();
    const response = await call(syncDoor, {
      body: {
        scans: batch.map((one) => one.scan),
        since: cursor,
        status: {
          tickets: copy.tickets,
          waiting: copy.waiting.length - batch.length,
          isReady: isReady && hasFiles(),
        },
      },
      timeLimitMs: isFirst ? LIST_TIME_LIMIT_MS : TIME_LIMIT_MS,
    });
    tab.setTime(sentAt, response.now);
    const change = takeResponse(response, copy.scans, cursor);
    // The phone joined again in the meantime, so the list and end of the former one no longer apply.
    if (asked !== phoneId()) return tab.commit({ scans: change.scans ?? [] });
    const syncedAt = clock.now();
    tab.network = { ...tab.network, isOnline: true, syncedAt, offlineSince: null };
    if (response.isRevoked || wiped) {
      await tab.commit({ scans: change.scans ?? [] });
      const ended = clock.now() >= Date.parse(copy.facts.phone?.endsAt ?? '');
      return wipe(wiped ?? (ended ? 'ended' : 'revoked'));
    }
    const facts = { ...change.facts, syncedAt, clock: clock.kept() };
    const onProgress = (part: number) => isFirst && tab.setNetwork({ progress: (1 + part) / 2 });
    const isNothing =
      [change.orders, change.gone, change.scans].every((one) => one?.length === 0) && !response.ended;
    tab.network = { ...tab.network, progress: null };
    if (isNothing && !isFirst && clock.tick() - factsKeptAt < KEEP_FACTS_MS) return tab.mention({ facts });
    factsKeptAt = clock.tick();
    await tab.commit({ ...change, facts }, onProgress);
    tab.setNetwork({ progress: null });
  }

  /** `worksWithout`: the same contact got a response to a call without scans. */
  async function takeFailure(
    error: unknown,
    batch: readonly KeptScan[],
    worksWithout: boolean,
  ): Promise<boolean> {
    const { status = 0, code = null, sentence = '' } = error instanceof ApiError ? error : {};
    if (code === 'door_phone_needed' && copy.facts.phone) {
      // The cookie is gone, or a restored database lost the phone. Scans are sent once it has joined again.
      const scans = copy.scans.filter(isSent).map(toSendAgain);
      await tab.commit({ isWhole: true, orders: [], scans, facts: { phone: null, cursor: null } });
    } else if (MAY_BE_A_SCAN.includes(status) && batch.length > 0) {
      // One scan that the server can't read, or fails with, must not hold up the others.
      if (batch.length > 1 || !worksWithout) queue.sendOneByOne();
      else if (code === 'invalid') {
        await tab.commit({ scans: batch.map((one) => ({ ...one, state: 'refused', refusal: sentence })) });
      } else queue.putLast(batch[0]!);
      if (queue.hasOnlyFailing()) listen();
      else loop?.now();
      return true;
    } else setOffline();
    return false;
  }

  function setOffline(): void {
    if (!tab.network.isOnline && tab.network.offlineSince !== null) return;
    // The day's last contact, even if the page was opened again since.
    const last = copy.facts.syncedAt;
    const isOfToday = last !== null && dayIn(event.zone, new Date(last)) === tab.today();
    tab.setNetwork({ isOnline: false, offlineSince: isOfToday ? last : tab.clock.now(), progress: null });
  }

  /** Deletes everything except scans that the server doesn't have; once the event is over, refused ones, too. */
  async function wipe(why: 'revoked' | 'ended'): Promise<void> {
    closeStream();
    await tab.commit({
      isWhole: true,
      orders: [],
      onlyScans: [...copy.waiting, ...(tab.isEventOver() ? [] : copy.refused)],
      facts: { ...NO_FACTS, clock: tab.clock.kept(), wiped: why },
    });
    localStore.remove(VOLUNTEER);
    filesOf = null;
    filesAskedAt = Number.NEGATIVE_INFINITY;
    await forgetFiles();
  }

  function closeStream(): void {
    stream?.close();
    stream = null;
  }

  return {
    /** Makes this tab the one that contacts the server, until the returned function is called. */
    lead(): () => void {
      loop = startContacts(contact, () => (stream?.isOpen() ? PAUSE_WITH_STREAM_MS : PAUSE_MS));
      return () => {
        loop?.stop();
        loop = null;
        closeStream();
      };
    },
    leads: () => loop !== null,
    /** Contacts at once, if this tab leads. */
    now: () => loop?.now(),
    /** The browser reports that the network is gone. */
    loseNetwork(): void {
      setOffline();
      // A response in flight can still arrive and make the phone look online; the next contact shows.
      loop?.now();
    },
    /** The browser reports that it is back, often before it works. */
    regainNetwork: () => loop?.afresh(),
    /** Sends a joined phone's scans. False if some are still queued. */
    async sendWaiting(): Promise<boolean> {
      const isLeft = () => copy.facts.phone !== null && copy.waiting.length > 0;
      // Scans with which the server fails are tried once.
      while (isLeft()) if (!(await contact()) || queue.hasOnlyFailing()) return !isLeft();
      return true;
    },
    /** Makes a phone's page start without a network from now on. Until it does, each minute's call tries again. */
    keepPage(phone: string): void {
      const at = tab.clock.tick();
      if (filesOf === phone || at - filesAskedAt < KEEP_FILES_AGAIN_MS) return;
      filesAskedAt = at;
      keepFiles().then(
        () => {
          filesOf = phone;
          loop?.now();
        },
        // Blocked or offline; the phone keeps working, but doesn't report itself ready.
        () => {},
      );
    },
    wipe,
  };
}

export type Contact = ReturnType<typeof keepContact>;
