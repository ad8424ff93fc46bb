import { isDeepStrictEqual } from 'node:util';
import type {
  saveEmailTemplate as saveRoute,
  TemplateContent,
  TemplateDetails,
} from '#contract/email-templates.ts';
import type { ParsedOf } from '#contract/route.ts';
import { inTemplatePart } from '#contract/words/templates.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { desc, eq } from '../db/drizzle.ts';
import { editedAt } from '../db/edited-at.ts';
import { idFrom } from '../db/id-from.ts';
import { emailTemplates, emailTemplateVersions } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { CommonVariables } from '../mail/mail-variables.ts';
import { offeredVariables } from '../mail/offered-variables.ts';
import { runTemplate } from '../mail/run-template.ts';
import { sampleVariables } from '../mail/sample-variables.ts';
import { type TemplatePart, TemplateProblem, type TemplateProblems } from '../mail/template-parts.ts';

const VERSIONS_SHOWN = 20;

export type TemplateRow = typeof emailTemplates.$inferSelect;

export async function getTemplateRow(ctx: Context, id: string): Promise<TemplateRow> {
  const [row] = await ctx.db
    .select()
    .from(emailTemplates)
    .where(eq(emailTemplates.id, idFrom(id)));
  if (!row) throw new Refusal('template_not_found');
  return row;
}

/** A template with its variables and its earlier versions. */
export async function getTemplate(ctx: Context, id: string): Promise<TemplateDetails> {
  const row = await getTemplateRow(ctx, id);
  const versions = await ctx.db
    .select()
    .from(emailTemplateVersions)
    .where(eq(emailTemplateVersions.templateId, row.id))
    .orderBy(desc(emailTemplateVersions.id))
    .limit(VERSIONS_SHOWN);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    subject: row.subject,
    htmlContent: row.htmlContent,
    textContent: row.textContent,
    updatedAt: row.updatedAt.toISOString(),
    variables: { ...offeredVariables(row.type) },
    versions: versions.map(({ templateId, savedAt, ...one }) => ({ ...one, savedAt: savedAt.toISOString() })),
  };
}

/** Saves a valid template and keeps the previous version. Of two concurrent edits, the later is refused. */
export async function saveTemplate(
  ctx: Context,
  id: string,
  { seenUpdatedAt, ...content }: ParsedOf<typeof saveRoute.body>,
): Promise<TemplateDetails> {
  const row = await getTemplateRow(ctx, id);
  await refuseBroken(ctx, row, content);
  await ctx.db.transaction(async (tx) => {
    const isIt = eq(emailTemplates.id, row.id);
    const [before] = await tx.select().from(emailTemplates).where(isIt).for('update');
    // Nothing to change, as in a retry after a lost response.
    if (isDeepStrictEqual({ ...before, ...content }, before)) return;
    if (before?.updatedAt.getTime() !== new Date(seenUpdatedAt).getTime())
      throw new Refusal('changed_meanwhile');
    await tx.insert(emailTemplateVersions).values({
      templateId: row.id,
      subject: before.subject,
      htmlContent: before.htmlContent,
      textContent: before.textContent,
      savedBy: ctx.actor.email ?? 'site',
      savedAt: ctx.now,
    });
    await tx
      .update(emailTemplates)
      .set({ ...content, updatedAt: editedAt(ctx.now, before) })
      .where(isIt);
    await recordAudit(tx, ctx, { action: 'template_saved', details: { templateId: row.id, type: row.type } });
  });
  return getTemplate(ctx, id);
}

/** Throws with a sentence for each invalid field. */
export async function refuseBroken(ctx: Context, row: TemplateRow, content: TemplateContent): Promise<void> {
  const sample = sampleVariables(row.type, ctx.content, ctx.settings, 'cid:sample');
  const problems = await findProblems(content, sample);
  const [first] = Object.entries(problems) as [TemplatePart, string][];
  if (first) throw new Refusal('invalid', { message: inTemplatePart(...first), fields: { ...problems } });
}

/** If a template ends its thread, the HTML is blamed: only that can grow without limit. */
async function findProblems(content: TemplateContent, sample: CommonVariables): Promise<TemplateProblems> {
  try {
    return await runTemplate('check', content, sample);
  } catch (error) {
    if (error instanceof TemplateProblem) return { htmlContent: error.message };
    throw error;
  }
}
