import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { asc, eq } from '../db/drizzle.ts';
import { emailTemplates } from '../db/tables.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { getTemplate, saveTemplate } from './edit-template.ts';
import { previewTemplate, sendTestMail } from './try-template.ts';

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
  bind(app, routes.getEmailTemplate, (ctx, { params }) => getTemplate(ctx, params.id));
  bind(app, routes.saveEmailTemplate, (ctx, { params, body }) => saveTemplate(ctx, params.id, body));
  bind(app, routes.previewEmailTemplate, (ctx, { params, body }) => previewTemplate(ctx, params.id, body));
  bind(app, routes.testEmailTemplate, (ctx, { params, body }) => sendTestMail(ctx, params.id, body));
}
