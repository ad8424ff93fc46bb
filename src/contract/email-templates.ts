import * as z from 'zod/mini';
import { requiredText } from './fields.ts';
import { givenInstant } from './ranges.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';
import * as fieldWords from './words/fields.ts';

const text = (missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(50_000, fieldWords.tooLong(50_000)));

/** A template as staff write it: Liquid in HTML and in plain text. */
export const templateContent = z.object({
  subject: requiredText(deskWords.subject, 200),
  htmlContent: text(deskWords.htmlContent),
  textContent: text(deskWords.textContent),
});
export type TemplateContent = z.output<typeof templateContent>;

const stored = { subject: z.string(), htmlContent: z.string(), textContent: z.string() };

const version = z.object({ id: z.int(), ...stored, savedBy: z.string(), savedAt: z.string() });

const details = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  ...stored,
  updatedAt: z.string(),
  /** The variables the template may use, with their meanings. */
  variables: z.record(z.string(), z.string()),
  /** Earlier contents, latest first. */
  versions: z.array(version),
});
export type TemplateDetails = z.output<typeof details>;

export const listEmailTemplates = route({
  method: 'GET',
  path: '/api/admin/email-templates',
  permission: 'admin',
  response: z.array(
    z.object({ id: z.int(), name: z.string(), type: z.string(), subject: z.string(), content: z.string() }),
  ),
});

export const getEmailTemplate = route({
  method: 'GET',
  path: '/api/admin/email-templates/{id}',
  permission: 'admin',
  response: details,
});

/**
 * `seenUpdatedAt` is the template's timestamp when the editor opened: a template that has changed since is not
 * overwritten.
 */
export const saveEmailTemplate = route({
  method: 'POST',
  path: '/api/admin/email-templates/{id}',
  permission: 'admin',
  body: z.extend(templateContent, { seenUpdatedAt: givenInstant(deskWords.instant) }),
  response: details,
});

/** The mail for a sample order; nothing is stored or sent. */
export const previewEmailTemplate = route({
  method: 'POST',
  path: '/api/admin/email-templates/{id}/preview',
  permission: 'admin',
  body: templateContent,
  response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
});

/** Sends the preview to the caller. */
export const testEmailTemplate = route({
  method: 'POST',
  path: '/api/admin/email-templates/{id}/test',
  permission: 'admin',
  body: templateContent,
  response: z.object({ success: z.literal(true), sentTo: z.string() }),
});
