import { LifeBuoy, Mail, Phone } from 'lucide-react';
import { cyberTipline } from '#content/cyber-tipline.ts';
import { event } from '#content/event.ts';
import { paths } from '#contract/paths.ts';
import { telephoneUrl } from '#domain/telephone.ts';
import { ArcMark } from './art/arc-mark.tsx';
import { HorizonBand } from './art/horizon-band.tsx';
import { boot } from './boot.ts';

const quickLinks = [
  ['agenda', 'Agenda'],
  ['speakers', 'Speakers'],
  ['venue', 'Venue'],
  ['registration', 'Registration'],
] as const;

const footerLink =
  'inline-flex min-h-9 items-center gap-2 rounded-chip text-fg-2 underline decoration-transparent underline-offset-4 hover:text-fg hover:decoration-current';

/** The footer of public pages. */
export function SiteFooter() {
  return (
    <footer className="mt-auto print:hidden">
      <HorizonBand />
      <div className="on-ink bg-ink pt-6 pb-6 sm:pt-8 sm:pb-10">
        <div className="wrap flex flex-wrap gap-x-4 gap-y-6 sm:gap-10 lg:grid lg:grid-cols-[2fr_1fr_1.4fr]">
          <div className="w-full">
            <p className="flex items-center gap-3 font-display text-lg font-[680] tracking-tight">
              <ArcMark className="size-8 shrink-0" />
              {event.name}
            </p>
            <p className="mt-3 max-w-sm text-md text-fg-2">
              Hosted by {event.host.name}. {event.host.mission}
            </p>
          </div>
          <nav aria-labelledby="footer-links" className="basis-28">
            <h2 id="footer-links" className="text-lg">
              Quick links
            </h2>
            <ul className="mt-2">
              {quickLinks.map(([anchor, label]) => (
                <li key={anchor}>
                  <a href={paths.section(anchor)} className={footerLink}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Contact />
        </div>
        <p className="wrap mt-5 sm:mt-8 flex flex-wrap justify-between gap-x-6 border-t border-line pt-4 text-sm">
          <a href={cyberTipline} rel="noreferrer" className={footerLink}>
            <LifeBuoy aria-hidden="true" className="size-4" />
            Need help now? Report to the CyberTipline
          </a>
          <a href={paths.findMyTicket} className={footerLink}>
            Find my ticket
          </a>
          <a href={paths.privacy} className={footerLink}>
            Privacy
          </a>
          {boot.analyticsId !== null && (
            <button
              type="button"
              data-asks-consent=""
              className={`${footerLink} cursor-pointer noscript:hidden`}
            >
              Analytics preferences
            </button>
          )}
          <a href={paths.login()} className={footerLink}>
            Admin
          </a>
        </p>
      </div>
    </footer>
  );
}

function Contact() {
  const { phone, email } = boot.contact;
  const [name, host] = email.split('@');
  return (
    <section id="contact" aria-labelledby="footer-contact" className="flex-1 basis-28">
      <h2 id="footer-contact" className="text-lg">
        Contact
      </h2>
      <ul className="mt-2">
        <li>
          <a href={telephoneUrl(phone)} className={footerLink}>
            <Phone aria-hidden="true" className="size-4" />
            {phone}
          </a>
        </li>
        <li>
          <a href={`mailto:${email}`} className={`${footerLink} wrap-anywhere`}>
            <Mail aria-hidden="true" className="size-4 shrink-0" />
            <span>
              {name}@<wbr />
              {host}
            </span>
          </a>
        </li>
      </ul>
    </section>
  );
}
