import type { EventContent } from '#contract/content.ts';
import type { Database } from './open-database.ts';
import { emailTemplates, eventCapacity, installation, speakers } from './tables.ts';

export interface SeededTemplate {
  readonly type: string;
  readonly name: string;
  readonly subject: string;
  readonly htmlContent: string;
  readonly textContent: string;
}

/** Inserts what a first start needs and leaves existing data alone. Returns the installation's id. */
export async function seed(
  db: Database,
  content: EventContent,
  templates: readonly SeededTemplate[],
  now: Date,
): Promise<{ installation: string }> {
  await db.insert(installation).values({}).onConflictDoNothing();
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
  await db
    .insert(emailTemplates)
    .values(templates.map((one) => ({ ...one, createdAt: now, updatedAt: now })))
    .onConflictDoNothing();
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
