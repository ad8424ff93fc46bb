import { and, eq } from '#server/db/drizzle.ts';
import { registrationAudit } from '#server/db/tables.ts';
import type { World } from './world.ts';

type Row = typeof registrationAudit.$inferSelect;
type Values = Partial<Pick<Row, 'action' | 'actor' | 'ipAddress' | 'orderId' | 'registrationId'>>;

/** The audit log's rows with these values, oldest first. */
export function auditRows({ database }: Pick<World, 'database'>, values: Values = {}) {
  const found = Object.entries(values).map(([name, value]) => {
    return eq(registrationAudit[name as 'action'], value as string);
  });
  return database.db
    .select()
    .from(registrationAudit)
    .where(and(...found))
    .orderBy(registrationAudit.id);
}
