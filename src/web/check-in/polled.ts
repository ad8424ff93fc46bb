import { polledEvery } from '../polled-every.ts';

/** Options of a poll, for all of this screen. */
export const POLLED = { ...polledEvery(), refetchOnReconnect: 'always' } as const;
