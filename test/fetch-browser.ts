import { findHeadlessShell } from './chromium.ts';

/** Once, before the workers of the journeys would each fetch it. */
export default async function fetchBrowser(): Promise<void> {
  await findHeadlessShell();
}
