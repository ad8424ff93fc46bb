import type { Check } from './check.ts';
import { databaseKilled } from './database-killed.ts';
import { databaseStopped } from './database-stopped.ts';
import { killedProcesses } from './killed-processes.ts';
import { onSale } from './on-sale.ts';
import { sellOut } from './sell-out.ts';
import { stoppedUnderLoad } from './stopped-under-load.ts';

/** All checks, in the order in which they run. */
export const checks: readonly Check[] = [
  sellOut,
  onSale,
  killedProcesses,
  databaseStopped,
  databaseKilled,
  stoppedUnderLoad,
];
