import type { listNewsletterSignups as route } from '#contract/newsletter-signups.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { Context } from '../context.ts';
import { desc, sql } from '../db/drizzle.ts';
import { hasWords } from '../db/has-words.ts';
import { newsletterSignups } from '../db/tables.ts';

/** Everybody who signed up, newest first. */
export async function listSignups(
  ctx: Context,
  { search }: ParsedOf<typeof route.query>,
): Promise<ParsedOf<typeof route.response>> {
  const { firstName, lastName, email, organization, createdAt, id } = newsletterSignups;
  const everything = sql`search_form(concat_ws(E'\\n', ${firstName} || ' ' || ${lastName}, ${email}, ${organization}))`;
  const rows = await ctx.db
    .select()
    .from(newsletterSignups)
    .where(search ? hasWords(everything, search) : undefined)
    .orderBy(desc(createdAt), desc(id));
  return {
    signups: rows.map((row) => ({
      ...row,
      // The specification names this form differently in the desk's list and in the form itself.
      source: row.source === 'hero' ? 'hero_section' : row.source,
      createdAt: row.createdAt.toISOString(),
    })),
  };
}
