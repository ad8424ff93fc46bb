import { event } from '#content/event.ts';
import { dayIn } from '#domain/calendar.ts';
import type { KeptScan } from './door-store.ts';
import type { PhoneTab } from './phone-tab.ts';

/** Smaller errors may come from the network. */
const WRONG_MS = 10_000;

/** Takes the server's time from the response to a call made at a tick, and corrects waiting scans made without it. */
export function setTime(tab: PhoneTab, sentAt: number, serverTime: string): void {
  const error = tab.clock.measure(sentAt, tab.clock.tick(), Date.parse(serverTime));
  const wrongBy = Math.abs(error) < WRONG_MS ? 0 : error;
  const scans = tab.copy.waiting.filter((one) => one.isUntimed).map((one) => moveScan(one, wrongBy));
  if (scans.length > 0) void tab.commit({ scans });
}

function moveScan(one: KeptScan, byMs: number): KeptScan {
  const at = new Date(Date.parse(one.scan.decidedAt) + byMs);
  return {
    ...one,
    scan: { ...one.scan, decidedAt: at.toISOString() },
    day: dayIn(event.zone, at),
    isUntimed: false,
  };
}
