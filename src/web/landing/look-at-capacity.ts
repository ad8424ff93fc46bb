import { getCapacityStatus } from '#contract/event.ts';
import { call } from '../api.ts';
import type { LandingData } from './landing-data.tsx';

/** Loaded with the first poll: the page itself needs neither the schema nor the calls. */
export function lookAtCapacity(signal: AbortSignal): Promise<NonNullable<LandingData['capacity']>> {
  return call(getCapacityStatus, { signal });
}
