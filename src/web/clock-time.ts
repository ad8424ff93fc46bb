/** `13:30` as `1:30 PM`. */
export function clockTime(wallTime: string): string {
  const { hour, minute, half } = parts(wallTime);
  return `${hour}:${minute} ${half}`;
}

/** `12:00–1:30 PM`, `11:00 AM–12:00 PM`: AM or PM appears once if both are the same. */
export function clockSpan(from: string, to: string): string {
  const start = parts(from);
  const isSameHalf = start.half === parts(to).half;
  return `${isSameHalf ? `${start.hour}:${start.minute}` : clockTime(from)}–${clockTime(to)}`;
}

function parts(wallTime: string): { hour: number; minute: string; half: 'AM' | 'PM' } {
  const [hours = '0', minute = '00'] = wallTime.split(':');
  const hour = Number(hours);
  return { hour: hour % 12 || 12, minute, half: hour < 12 ? 'AM' : 'PM' };
}
