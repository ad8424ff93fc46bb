import type { EventContent } from '#contract/content.ts';

/** The guide's content. */
export interface GuideFacts {
  readonly content: EventContent;
  readonly contact: { readonly phone: string; readonly email: string };
  readonly publicUrl: string;
}

/** `9:20 AM` for the wall time `09:20`. */
export function wallTime(time: string): string {
  const [hour, minute] = time.split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}
