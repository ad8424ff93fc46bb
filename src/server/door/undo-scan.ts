import type { Context } from '../context.ts';
import { recordAbout } from './settle-scan.ts';

/** Undoes one admission or one name; the person's others stay. */
export function undoScan(ctx: Context, id: string): Promise<void> {
  return recordAbout(ctx, id, { kind: 'undo' });
}
