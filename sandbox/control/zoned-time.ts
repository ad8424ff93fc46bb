/** `Sat, Sep 20, 2025, 8:30 AM MDT`: an instant in that zone. */
export function formatInstant(at: Date, timeZone: string): string {
  return at.toLocaleString('en-US', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

/** The value of a date-time field, to the minute: `2025-09-20T08:30`. */
export function toFieldValue(at: Date, timeZone: string): string {
  return new Date(at.getTime() + offsetAt(at, timeZone)).toISOString().slice(0, 16);
}

/** The instant that a date-time field's value means in that zone, or null if it is not a date and time. */
export function fromFieldValue(value: string, timeZone: string): Date | null {
  const wall = new Date(`${value}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(value) || Number.isNaN(wall.getTime())) return null;
  const guess = new Date(wall.getTime() - offsetAt(wall, timeZone));
  // Again, in case the zone's offset changes between the two.
  return new Date(wall.getTime() - offsetAt(guess, timeZone));
}

/** Milliseconds that the zone's wall clock is ahead of UTC at that instant. */
function offsetAt(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
