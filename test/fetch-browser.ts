import { findHeadlessShell } from './chromium.ts';

/** Fetched once, before each worker of the journeys would fetch it. */
export default async function fetchBrowser(): Promise<void> {
  await findHeadlessShell();
}
