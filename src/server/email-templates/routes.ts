import { asc, eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { emailTemplates } from '../db/tables.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';

export function emailTemplateRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.listEmailTemplates, async (ctx) => {
    const rows = await ctx.db
      .select()
      .from(emailTemplates)
      .where(eq(emailTemplates.isActive, true))
      .orderBy(asc(emailTemplates.id));
    return rows.map(({ id, name, type, subject, htmlContent }) => ({
      id,
      name,
      type,
      subject,
      content: htmlContent,
    }));
  });
}
