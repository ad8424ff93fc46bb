import { landingTexts } from '#content/landing-texts.ts';
import { paths } from '#contract/paths.ts';
import type { OfferRefusal } from '#domain/offer.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { refusalLabel } from './offers.ts';

const { allTakenText, tellMe } = landingTexts.registration;

/** Replaces packages and Continue while nothing is available. */
export function NothingOnSale({ refusal }: { refusal: OfferRefusal }) {
  const isSoldOut = refusal === 'sold_out';
  return (
    <Notice
      tone="warn"
      title={refusalLabel(refusal)}
      action={
        <ButtonLink href={paths.section('newsletter')}>
          {isSoldOut ? tellMe : landingTexts.hero.getUpdates}
        </ButtonLink>
      }
    >
      {isSoldOut && allTakenText}
    </Notice>
  );
}
