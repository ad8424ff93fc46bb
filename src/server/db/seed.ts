import type { EventContent } from '#contract/content.ts';
import { EMAIL_NAMES } from '#contract/words/stored-values.ts';
import { OperatorRefusal } from '../errors.ts';
import { templates } from '../mail/templates.ts';
import { and, asc, eq, notInArray } from './drizzle.ts';
import type { Database } from './open-database.ts';
import { emailTemplates, eventCapacity, installation, speakers } from './tables.ts';

/**
 * Inserts what a first start needs and leaves existing data alone, except for the event's former days without taken seats.
 * Returns the installation's id. Rejects with a sentence for the operator if the days changed after seats were taken.
 */
export async function seed(
  db: Database,
  content: EventContent,
  now: Date,
): Promise<{ installation: string }> {
  await requireSameDays(db, content);
  await db.insert(installation).values({}).onConflictDoNothing();
  await removeLeftDays(db, content);
  await db
    .insert(eventCapacity)
    .values(
      content.event.capacity.map((one) => ({
        eventDate: one.day,
        maxCapacity: one.maxCapacity,
        lastUpdated: now,
      })),
    )
    .onConflictDoNothing();
  await addTemplates(db, now);
  await db.transaction(async (tx) => {
    // Concurrent first starts must not insert everything twice.
    await tx.execute('LOCK TABLE speakers IN SHARE ROW EXCLUSIVE MODE');
    if ((await tx.$count(speakers)) > 0) return;
    await tx.insert(speakers).values(
      content.speakers.map((one, position) => ({
        name: one.name,
        title: one.role,
        bio: one.bio,
        imageUrl: one.image,
        featured: one.featured,
        marker: one.marker,
        position,
      })),
    );
  });
  const [own] = await db.select().from(installation);
  return { installation: own!.id };
}

/** Adds the templates of new kinds of email. A kind whose template was switched off gets no other one. */
async function addTemplates(db: Database, now: Date): Promise<void> {
  const stored = await db.selectDistinct({ type: emailTemplates.type }).from(emailTemplates);
  const known = new Set(stored.map(({ type }) => type));
  const added = templates
    .filter(({ type }) => !known.has(type))
    .map((one) => ({ ...one, name: EMAIL_NAMES[one.type], createdAt: now, updatedAt: now }));
  // Two processes may start at once.
  if (added.length > 0) await db.insert(emailTemplates).values(added).onConflictDoNothing();
}

/**
 * Deletes the rows of the event's former days on which no seat is taken. They would still be shown as days of the event.
 * And if the event moved back to such a day, `requireSameDays` would find its row and let the site start, although the
 * taken seats are counted on other days.
 */
async function removeLeftDays(db: Database, { event }: EventContent): Promise<void> {
  const { eventDate, currentRegistrations } = eventCapacity;
  const days = event.capacity.map(({ day }) => day);
  await db.delete(eventCapacity).where(and(notInArray(eventDate, days), eq(currentRegistrations, 0)));
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** A new day would start without the seats of the orders that now are for it, and so could be oversold. */
async function requireSameDays(db: Database, { event }: EventContent): Promise<void> {
  const counted = await db.select().from(eventCapacity).orderBy(asc(eventCapacity.eventDate));
  const before = counted.map(({ eventDate }) => eventDate);
  const now = event.capacity.map(({ day }) => day).toSorted();
  const isMoved = now.some((day) => !before.includes(day)) && before.some((day) => !now.includes(day));
  if (!isMoved || counted.every(({ currentRegistrations }) => currentRegistrations === 0)) return;
  throw new OperatorRefusal(
    `The event's days have changed, but seats are taken: they are counted on ${LIST.format(before)}, and content/event.ts has ${LIST.format(now)}. Restore the days there, or first move the seats as docs/operations.md says under "Moving the event".`,
  );
}
