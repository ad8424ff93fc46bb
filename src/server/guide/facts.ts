import type { EventContent } from '#contract/content.ts';

/** The guide's content. */
export interface GuideFacts {
  readonly content: EventContent;
  readonly contact: { readonly phone: string; readonly email: string };
  readonly publicUrl: string;
}
