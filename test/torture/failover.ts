import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BuyersLoad, findBrokenPromises, startBuyers } from './buyers-load.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { startPostgres, stopPostgres } from './postmaster.ts';
import { openSite, type Site } from './site.ts';

