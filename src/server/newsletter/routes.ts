import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { answerForm } from './answer-form.ts';
import { listSignups } from './list-signups.ts';
import { signUp } from './sign-up.ts';

export function newsletterRoutes(app: Hono<HttpEnv>): void {
  const { path } = routes.signUpForNewsletter;
  // A page whose script hasn't loaded posts the form itself and gets a page.
  app.post(path, (c, next) => (isForm(c.req.header('content-type')) ? answerForm(c) : next()));
  bind(app, routes.signUpForNewsletter, (ctx, { body }) => signUp(ctx, body));
  bind(app, routes.listNewsletterSignups, (ctx, { query }) => listSignups(ctx, query));
}

function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '');
}
