import { privacyIntro } from '#content/privacy.ts';
import type { Boot } from '#contract/boot.ts';
import { PAGES } from '#contract/paths.ts';
import type { Context } from './context.ts';
import type { PublicParts } from './http/pages.ts';
import { pageDocument } from './page-document.ts';

export async function renderPrivacyPage(ctx: Context, boot: Boot, parts: PublicParts): Promise<string> {
  const { name } = ctx.content.event;
  return pageDocument({
    boot,
    parts,
    path: PAGES.privacy,
    title: `Privacy - ${name}`,
    siteName: name,
    description: privacyIntro,
    structuredData: null,
    body: await parts.render('privacy', { boot }),
  });
}
