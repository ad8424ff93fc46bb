import { privacyIntro } from '#content/privacy.ts';
import type { Boot } from '#contract/boot.ts';
import type { Context } from './context.ts';
import type { PublicParts } from './http/pages.ts';
import type { PageDocument } from './page-document.ts';

export async function renderPrivacyPage(ctx: Context, boot: Boot, parts: PublicParts): Promise<PageDocument> {
  return {
    title: `Privacy - ${ctx.content.event.name}`,
    description: privacyIntro,
    body: await parts.render('privacy', { boot }),
  };
}
