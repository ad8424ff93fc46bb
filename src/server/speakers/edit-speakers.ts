import { isDeepStrictEqual } from 'node:util';
import type { ParsedOf } from '#contract/route.ts';
import type { AdminSpeaker, saveSpeaker as saveRoute, speakerForm } from '#contract/speakers.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { asc, eq, max } from '../db/drizzle.ts';
import { editedAt } from '../db/edited-at.ts';
import { idFrom } from '../db/id-from.ts';
import type { Transaction } from '../db/open-database.ts';
import { speakerPictures, speakers } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { dropPicture, keepPicture, redrawPicture } from './keep-picture.ts';

type SpeakerForm = ParsedOf<typeof speakerForm>;
type SpeakerRow = typeof speakers.$inferSelect;

export async function listAdminSpeakers(ctx: Context): Promise<AdminSpeaker[]> {
  const rows = await ctx.db.select().from(speakers).orderBy(asc(speakers.position), asc(speakers.id));
  return rows.map(present);
}

/** A new speaker, after all others. */
export async function createSpeaker(ctx: Context, form: SpeakerForm): Promise<AdminSpeaker> {
  const picture = form.picture ? await redrawPicture(form.picture) : null;
  return ctx.db.transaction(async (tx) => {
    const [last] = await tx.select({ position: max(speakers.position) }).from(speakers);
    const [row] = await tx
      .insert(speakers)
      .values({
        ...fieldsOf(form),
        imageUrl: picture && (await keepPicture(tx, ctx, picture)),
        position: (last?.position ?? -1) + 1,
        updatedAt: ctx.now,
      })
      .returning();
    await recordAudit(tx, ctx, { action: 'speaker_created', details: { speakerId: row!.id } });
    return present(row!);
  });
}

export async function saveSpeaker(
  ctx: Context,
  id: string,
  { seenUpdatedAt, ...form }: ParsedOf<typeof saveRoute.body>,
): Promise<AdminSpeaker> {
  const content = form.picture && (await redrawPicture(form.picture));
  return ctx.db.transaction(async (tx) => {
    const before = await lockSpeaker(tx, id);
    const picture = content ? await keepPicture(tx, ctx, content) : form.picture;
    const changes = { ...fieldsOf(form), ...(picture !== undefined && { imageUrl: picture }) };
    // Nothing to change, as in a retry after a lost response.
    if (isDeepStrictEqual({ ...before, ...changes }, before)) return present(before);
    if (before.updatedAt.getTime() !== new Date(seenUpdatedAt).getTime())
      throw new Refusal('changed_meanwhile');
    const [row] = await tx
      .update(speakers)
      .set({
        ...changes,
        updatedAt: editedAt(ctx.now, before),
      })
      .where(eq(speakers.id, before.id))
      .returning();
    if (picture !== undefined && picture !== before.imageUrl) await dropPicture(tx, before.imageUrl);
    await recordAudit(tx, ctx, { action: 'speaker_saved', details: { speakerId: before.id } });
    return present(row!);
  });
}

export async function deleteSpeaker(ctx: Context, id: string): Promise<{ success: true }> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockSpeaker(tx, id);
    await tx.delete(speakers).where(eq(speakers.id, row.id));
    await dropPicture(tx, row.imageUrl);
    await recordAudit(tx, ctx, { action: 'speaker_deleted', details: { speakerId: row.id } });
  });
  return { success: true };
}

/** Puts the speakers into the given order. */
export async function orderSpeakers(ctx: Context, ids: readonly number[]): Promise<AdminSpeaker[]> {
  await ctx.db.transaction(async (tx) => {
    const rows = await tx.select({ id: speakers.id }).from(speakers).orderBy(speakers.id).for('update');
    const known = rows.map((row) => row.id);
    const isSame =
      ids.length === known.length &&
      new Set(ids).size === known.length &&
      known.every((id) => ids.includes(id));
    if (!isSame) throw new Refusal('changed_meanwhile');
    for (const [position, id] of ids.entries()) {
      await tx.update(speakers).set({ position }).where(eq(speakers.id, id));
    }
    await recordAudit(tx, ctx, { action: 'speakers_ordered', details: { ids } });
  });
  return listAdminSpeakers(ctx);
}

/** The picture of that name, or null. */
export async function findPicture(ctx: Context, name: string): Promise<Buffer | null> {
  const [row] = await ctx.db.select().from(speakerPictures).where(eq(speakerPictures.name, name));
  return row?.content ?? null;
}

async function lockSpeaker(tx: Transaction, id: string): Promise<SpeakerRow> {
  const [row] = await tx
    .select()
    .from(speakers)
    .where(eq(speakers.id, idFrom(id)))
    .for('update');
  if (!row) throw new Refusal('speaker_not_found');
  return row;
}

function fieldsOf({ name, title, bio, featured, marker, mysteryUntil }: SpeakerForm) {
  return {
    name,
    title,
    bio: bio ?? null,
    featured: featured ?? false,
    marker: marker ?? null,
    mysteryUntil: mysteryUntil ? new Date(mysteryUntil) : null,
  };
}

function present(row: SpeakerRow): AdminSpeaker {
  const { mysteryUntil, updatedAt } = row;
  return { ...row, mysteryUntil: mysteryUntil?.toISOString() ?? null, updatedAt: updatedAt.toISOString() };
}
