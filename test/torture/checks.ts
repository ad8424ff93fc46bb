import type { Check } from './check.ts';
import { sellOut } from './sell-out.ts';

/** All checks, in the order in which they run. */
export const checks: readonly Check[] = [sellOut];
