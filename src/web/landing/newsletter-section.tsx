import type { ComponentProps } from 'react';
import * as landingTexts from '#content/landing-texts.ts';
import { newsletter } from '#content/newsletter.ts';
import { ArcCorner } from '../art/arc-corner.tsx';
import { HorizonBand } from '../art/horizon-band.tsx';
import { Island } from '../islands/island.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { useSale } from '../use-sale.ts';
import { useCheapest } from './landing-data.tsx';
import { NewsletterForm } from './newsletter-form.tsx';

/** The form on a horizon. Once the event is over, the hero has the form, and this links to it. */
export function NewsletterSection() {
  const { isOver } = useSale();
  const { refusal } = useCheapest();
  // The buttons for news about open seats lead here.
  const also = refusal === 'sold_out' ? landingTexts.registration.allTakenText : undefined;
  return (
    <section id="newsletter" className="section-y bg-page">
      <div className="wrap">
        {isOver ? <Pointer /> : <NewsletterIsland source="registration_section" also={also} />}
      </div>
    </section>
  );
}

function Pointer() {
  return (
    <div className="relative overflow-hidden rounded-panel bg-lilac/50">
      <HorizonBand className="absolute inset-x-0 bottom-0" />
      <div className="relative p-6 pb-36 sm:p-10 sm:pb-40">
        <h2>{newsletter.title}</h2>
        <p className="mt-3 max-w-copy text-lg text-fg-2">{newsletter.intro}</p>
        <ButtonLink href="#newsletter-signup-hero" size="lg" className="mt-6">
          {landingTexts.newsletter.short}
        </ButtonLink>
      </div>
    </div>
  );
}

/** A small copy of the form at the end of the page. */
export function NewsletterFooterBand() {
  return (
    <div className="bg-page pt-[clamp(32px,8vw,112px)] pb-6 sm:pb-10">
      <div className="wrap">
        <div className="on-ink relative overflow-hidden rounded-panel bg-ink p-5 sm:p-10">
          <ArcCorner className="size-44 max-lg:hidden lg:size-72" />
          <div className="relative">
            <NewsletterIsland source="footer" />
          </div>
        </div>
      </div>
    </div>
  );
}

/** The form works without its script, so it needn't hydrate before it is touched. */
export function NewsletterIsland(props: ComponentProps<typeof NewsletterForm>) {
  return <Island name="newsletter" part={NewsletterForm} props={props} />;
}
