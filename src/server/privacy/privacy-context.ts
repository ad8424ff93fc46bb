import type { Context } from '../context.ts';

/** What requests about personal data need; an operator's command has no browser. */
export type PrivacyContext = Pick<
  Context,
  'db' | 'content' | 'now' | 'actor' | 'cause' | 'ipAddress' | 'userAgent'
>;
