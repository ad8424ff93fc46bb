import { findDoorTicket, joinDoor } from '#contract/door.ts';
import { getDoorBoard } from '#contract/door-day.ts';
import { parseQrToken } from '#domain/codes.ts';
import { parsePracticeTicket } from '#domain/practice.ts';
import { call } from '../../api.ts';
import type { Found } from './door-copy.ts';
import { type DoorEngine, type DoorVerdict, StillWaiting } from './door-engine.ts';
import { type KeptScan, NO_FACTS, openStore } from './door-store.ts';
import { hashToken } from './hash-token.ts';
import { type Contact, keepContact } from './keep-contact.ts';
import { leadTabs } from './lead-tabs.ts';
import { codeOf, foundFrom, keyColumns, makeScan } from './make-scan.ts';
import { toSendAgain } from './own-scans.ts';
import { PhoneTab } from './phone-tab.ts';

/** The longest wait for an unknown code. */
const ASK_TIME_LIMIT_MS = 1_500;
/** The board is asked for every five seconds: on a bad network, requests would pile up beside those that send scans. */
const BOARD_TIME_LIMIT_MS = 10_000;

/** This tab's engine. It starts at once; `state().phase` has its progress. `close` stops it. */
export function openEngine(name = 'door'): DoorEngine & { close(): void } {
  const tab = new PhoneTab(name);
  const contact = keepContact(tab);
  void start(name, tab, contact);
  return { ...volunteerOf(tab, contact), close: () => tab.close() };
}

async function start(name: string, tab: PhoneTab, contact: Contact): Promise<void> {
  const { copy, signal } = tab;
  // A newer page must not wait for this one.
  tab.load(await openStore({ name, onOutdated: () => location.reload() }));
  tab.setHidden(document.visibilityState === 'hidden');
  tab.listen(contact.leads, () => {
    if (copy.waiting.length > 0 || copy.facts.cursor === null) contact.now();
  });
  if (signal.aborted) return;
  const look = () => {
    tab.setHidden(document.visibilityState === 'hidden');
    if (document.visibilityState === 'visible') contact.now();
  };
  const warn = (leaving: Event) => {
    if (tab.isUnsafe()) leaving.preventDefault();
  };
  document.addEventListener('visibilitychange', look, { signal });
  addEventListener('online', contact.regainNetwork, { signal });
  addEventListener('offline', contact.loseNetwork, { signal });
  addEventListener('beforeunload', warn, { signal });
  const everySecond = eachSecond(tab, contact);
  const timer = setInterval(everySecond, 1000);
  signal.addEventListener('abort', () => clearInterval(timer));
  tab.tell();
  everySecond();
  signal.addEventListener('abort', leadTabs(`${name}-sync`, contact.lead));
}

/** Checks what changes only with time. */
function eachSecond(tab: PhoneTab, contact: Contact): () => void {
  let lastDay = '';
  return () => {
    const { phone, wiped } = tab.copy.facts;
    // A server that can be reached tells the time first.
    const hasAsked = tab.clock.isMeasured() || tab.network.offlineSince !== null;
    if (phone && !wiped && hasAsked && tab.isPast(phone.endsAt)) void contact.wipe('ended');
    else if (phone) contact.keepPage(phone.id);
    if (wiped && tab.isEventOver() && tab.copy.refused.length > 0) void contact.wipe(wiped);
    if (lastDay !== tab.today()) tab.tell();
    lastDay = tab.today();
    tab.copy.prepareSearch();
  };
}

/** The volunteer's actions. */
function volunteerOf(tab: PhoneTab, contact: Contact): DoorEngine {
  const { copy } = tab;
  async function record(scans: readonly KeptScan[]): Promise<void> {
    await tab.commit({ scans, facts: { clock: tab.clock.kept() } });
    contact.now();
  }
  const known = (found: Found | null): Found => {
    if (!found) throw new Error('This person is not in the copy.');
    return found;
  };
  return {
    subscribe: (listener) => tab.subscribe(listener),
    state: () => tab.state,
    async join(invitation, person, door) {
      if (!(await contact.sendWaiting())) throw new StillWaiting();
      const hash = await hashToken(invitation);
      // A retry after a lost response joins as the same phone, which takes up one place of the invitation.
      const before = copy.facts.joining;
      const joining = before?.invitation === hash ? before : { id: crypto.randomUUID(), invitation: hash };
      await tab.commit({ facts: { joining } });
      const sentAt = tab.clock.tick();
      const { phone, now } = await call(joinDoor, { body: { id: joining.id, invitation, person, door } });
      tab.setTime(sentAt, now);
      void navigator.storage?.persist?.();
      // At once, because the network may be gone in a second.
      contact.keepPage(phone.id);
      // Scans of a wiped phone are still sent; those made after it was revoked by mistake count now.
      const refused = copy.facts.phone ? [] : copy.refused.map(toSendAgain);
      await tab.commit({
        isWhole: true,
        orders: [],
        onlyScans: [...copy.waiting, ...refused],
        facts: { ...NO_FACTS, phone, invitation: hash, clock: tab.clock.kept() },
      });
      contact.now();
    },
    hasJoinedWith: async (invitation) => copy.facts.invitation === (await hashToken(invitation)),
    judge: (text) => judge(tab, text),
    judgePerson: (key) => copy.verdict(known(copy.findPerson(key)), tab.today()),
    async admit(keys, method) {
      const scans = keys.flatMap((key) => {
        const found = known(copy.findPerson(key));
        if (copy.verdict(found, tab.today()).kind !== 'admit') return [];
        return [makeScan(tab, { kind: 'admit', ...keyColumns(found), code: codeOf(found), method }, found)];
      });
      await record(scans);
      return scans.map((one) => one.scan.id);
    },
    async undo(scanId) {
      if (copy.own().some((one) => one.id === scanId && one.isUndone)) return;
      const mine = copy.scan(scanId);
      // Its ticket may have been deleted since, or its name withdrawn.
      const found = copy.findByScan(scanId) ?? (mine && foundFrom(mine));
      // Somebody else has undone it since the phone showed it.
      if (!found) return;
      const practice = mine?.scan.practice ?? false;
      await record([
        makeScan(tab, { kind: 'undo', ...keyColumns(found), refersTo: scanId, practice }, found),
      ]);
    },
    isAdmitted(scanId) {
      const found = copy.findByScan(scanId);
      const day = copy.scan(scanId)?.day ?? tab.today();
      return found !== null && copy.verdict(found, day).kind === 'already_in';
    },
    async nameSeat(order, firstName, lastName) {
      const found = {
        order: copy.orders.find((one) => one.order === order)!,
        person: { firstName, lastName },
      };
      const named = makeScan(tab, { kind: 'name', firstName, lastName }, found as Found);
      await record([named]);
      return { seat: named.scan.id };
    },
    async settle(scanId, outcome) {
      const found = known(copy.findByScan(scanId));
      const scan = {
        kind: 'settle',
        ...keyColumns(found),
        refersTo: scanId,
        outcome,
        practice: false,
      } as const;
      await record([makeScan(tab, scan, found)]);
    },
    find: (query) => copy.find(query, tab.today()),
    team: (order) => copy.team(order, tab.today()),
    own: () => copy.own(),
    setPractice(on) {
      void tab.commit({ facts: { practice: on } });
    },
    reportReady(isReady) {
      void tab.commit({ facts: { isReady } }).then(contact.now);
    },
    board: () => call(getDoorBoard, { timeLimitMs: BOARD_TIME_LIMIT_MS }),
  };
}

async function judge(tab: PhoneTab, text: string): Promise<DoorVerdict> {
  const { copy } = tab;
  const practice = parsePracticeTicket(text);
  if (practice) return copy.facts.practice ? { kind: 'practice', of: practice } : { kind: 'practice_ticket' };
  const token = parseQrToken(text);
  const unknown = { kind: 'unknown', syncedAt: tab.state.syncedAt, today: tab.today() } as const;
  if (!token) return { ...unknown, wasAsked: false };
  const hash = await hashToken(token);
  const found = copy.findCode(hash);
  if (found) return copy.verdict(found, tab.today());
  // A deleted ticket stays deleted, so the server isn't asked.
  if (copy.hasEnded(hash)) return { ...unknown, wasAsked: false, isRemoved: true };
  if (!tab.network.isOnline) return { ...unknown, wasAsked: false };
  try {
    const body = { qrToken: token };
    const { order, isRemoved } = await call(findDoorTicket, { body, timeLimitMs: ASK_TIME_LIMIT_MS });
    // A contact in the meantime may have brought a newer version.
    if (order && !copy.findCode(hash)) await tab.commit({ orders: [order] });
    const late = copy.findCode(hash);
    return late ? copy.verdict(late, tab.today()) : { ...unknown, wasAsked: true, isRemoved };
  } catch {
    // No response in time, or the phone can't store it: nobody may wait for a verdict.
    return { ...unknown, wasAsked: false };
  }
}
