import { privacyIntro } from '#content/privacy.ts';
import type { Boot } from '#contract/boot.ts';
import { PAGES } from '#contract/paths.ts';
import type { Context } from './context.ts';
import type { PublicParts } from './http/pages.ts';
import { pageDocument } from './page-document.ts';

export async function renderPrivacyPage(ctx: Context, boot: Boot, parts: PublicParts): Promise<string> {
  return pageDocument(ctx, {
    boot,
    parts,
    path: PAGES.privacy,
    title: `Privacy - ${ctx.content.event.name}`,
    description: privacyIntro,
    structuredData: null,
    body: await parts.render('privacy', { boot }),
  });
}
