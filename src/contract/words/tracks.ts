import type { Track } from '#domain/packages.ts';

export const TRACK_NAMES: Record<Track, string> = {
  caregivers: 'Caregivers',
  professionals: 'Professionals',
};
