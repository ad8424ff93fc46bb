import type { PhoneState } from '#contract/door.ts';
import { counted } from '#contract/words/counted.ts';
import { dayIn, formatDay, formatTime } from '#domain/calendar.ts';
import type { Tone } from '../../ui/badge.tsx';

interface PhoneWords {
  readonly tone: Tone;
  /** One or two words. */
  readonly state: string;
  /** What it holds, and its last contact. */
  readonly details: string;
}

/** An active phone contacts the site every few seconds. */
const SILENT_MS = 60_000;

/** A phone's state, as far as the server knows. */
export function phoneWords(phone: PhoneState, zone: string, now: Date): PhoneWords {
  const silentFor = silence(phone, now);
  const synced =
    silentFor < SILENT_MS
      ? `synced ${Math.max(0, Math.round(silentFor / 1000))} s ago`
      : `last synced ${atTime(zone, new Date(phone.lastSeenAt), now)}`;
  const waiting = phone.waiting > 0 ? [`${counted(phone.waiting, 'scan')} waiting`] : [];
  const details = [counted(phone.tickets, 'ticket'), synced, ...waiting].join(' · ');
  return { ...stateOf(phone, silentFor, now), details };
}

/** Whether the figures include everybody, as far as the server knows: a phone that isn't synced may hold more. */
export function countedWords(phones: readonly PhoneState[], now: Date): string {
  const holding = phones.filter((phone) => phone.waiting > 0);
  const scans = holding.reduce((sum, phone) => sum + phone.waiting, 0);
  const reported =
    scans > 0
      ? `Not counted yet: ${counted(scans, 'scan')} on ${counted(holding.length, 'phone')}.`
      : 'All scans that phones have reported are counted.';
  const silent = phones.filter((phone) => isWorking(phone, now) && silence(phone, now) >= SILENT_MS);
  return silent.length > 0
    ? `${reported} Not synced: ${silent.map((phone) => phone.person).join(', ')}.`
    : reported;
}

function silence({ lastSeenAt }: PhoneState, now: Date): number {
  return now.getTime() - Date.parse(lastSeenAt);
}

/** With the day, if it isn't today: phones of the day before may still hold scans. */
function atTime(zone: string, at: Date, now: Date): string {
  const day = dayIn(zone, at);
  const time = formatTime(zone, at);
  return day === dayIn(zone, now) ? time : `${formatDay(day, 'brief')}, ${time}`;
}

/** Whether it may still admit people. */
export function isWorking(phone: Pick<PhoneState, 'revokedAt' | 'endsAt'>, now: Date): boolean {
  return phone.revokedAt === null && Date.parse(phone.endsAt) > now.getTime();
}

function stateOf(phone: PhoneState, silentFor: number, now: Date): { tone: Tone; state: string } {
  if (!isWorking(phone, now))
    return { tone: phone.waiting > 0 ? 'warn' : 'neutral', state: phone.revokedAt ? 'Revoked' : 'Ended' };
  if (silentFor >= SILENT_MS) return { tone: 'warn', state: 'Not synced' };
  if (!phone.isReady) return { tone: 'warn', state: 'Not ready' };
  return { tone: 'ok', state: 'Ready' };
}
