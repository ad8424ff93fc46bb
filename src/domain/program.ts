import type { Day } from './calendar.ts';
import type { Track } from './packages.ts';

/** One row of the schedule. Times are wall times in the event's time zone, `HH:MM`. */
export interface ScheduleItem {
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly kind: 'arrival' | 'keynote' | 'breakout' | 'panel' | 'break' | 'plenary';
  readonly detail: string | null;
  readonly tracks: readonly { readonly track: Track; readonly title: string }[];
  /** The speaker's name, as in the list of speakers; null if there are several, or none is announced yet. */
  readonly speaker: string | null;
}

export interface Schedule {
  readonly day: Day;
  readonly tentative: boolean;
  readonly items: readonly ScheduleItem[];
}

/** A span of the event day: a current item, or the wait for it. Wall times, `HH:MM`; `to` is excluded. */
export interface Moment {
  readonly from: string;
  readonly to: string;
  readonly item: ScheduleItem;
  readonly isWait: boolean;
}

/** The event day from midnight to the end of the last item, without gaps. */
export function momentsOf(items: readonly ScheduleItem[]): Moment[] {
  return items.flatMap((item, index) => {
    const waitsFrom = items[index - 1]?.to ?? '00:00';
    const wait = { from: waitsFrom, to: item.from, item, isWait: true };
    const moment = { from: item.from, to: item.to, item, isWait: false };
    return waitsFrom < item.from ? [wait, moment] : [moment];
  });
}

export interface Topic {
  readonly title: string;
  readonly sentence: string;
  readonly detail: string;
}

export const SPEAKER_MARKERS = ['emcee', 'keynote', 'mystery'] as const;
export type SpeakerMarker = (typeof SPEAKER_MARKERS)[number];

export interface FallbackSpeaker {
  readonly name: string;
  readonly role: string;
  readonly bio: string;
  readonly image: string | null;
  readonly featured: boolean;
  readonly marker: SpeakerMarker | null;
}

export const SPONSOR_TIERS = ['presenting', 'platinum', 'gold', 'silver'] as const;
type SponsorTier = (typeof SPONSOR_TIERS)[number];

export interface Sponsor {
  readonly id: string;
  readonly name: string;
  readonly tier: SponsorTier;
  readonly logo: string | null;
  readonly website: string;
  readonly description: string;
}

export interface GalleryPicture {
  readonly scene: string;
  readonly caption: string;
}
