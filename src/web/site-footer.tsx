import { LifeBuoy, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { event } from '#content/event.ts';
import { paths } from '#contract/paths.ts';
import { telephoneUrl } from '#domain/telephone.ts';
import { ArcMark } from './art/arc-mark.tsx';
import { HorizonBand } from './art/horizon-band.tsx';

const quickLinks = [
  ['agenda', 'Agenda'],
  ['speakers', 'Speakers'],
  ['venue', 'Venue'],
  ['registration', 'Registration'],
] as const;

/** Help lines for children, and for people worried about one. */
const helpLine = 'https://report.cybertip.org/';

const footerLink =
  'inline-flex min-h-9 items-center gap-2 rounded-chip text-fg-2 underline decoration-transparent underline-offset-4 hover:text-fg hover:decoration-current';

interface SiteFooterProps {
  readonly contact: { readonly phone: string; readonly email: string };
  /** Whether analytics may run, so that consent can be changed. */
  readonly countsVisits: boolean;
}

/** The footer of public pages. Its dependencies are passed in, so that the server can render it, too. */
export function SiteFooter({ contact, countsVisits }: SiteFooterProps) {
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
            <FooterTitle id="footer-links">Quick links</FooterTitle>
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
          <Contact contact={contact} />
        </div>
        <p className="wrap mt-5 sm:mt-8 flex flex-wrap justify-between gap-x-6 border-t border-line pt-4 text-sm">
          <a href={helpLine} rel="noreferrer" className={footerLink}>
            <LifeBuoy aria-hidden="true" className="size-4" />
            Need help now? Report to the CyberTipline
          </a>
          <a href={paths.findMyTicket} className={footerLink}>
            Find my ticket
          </a>
          <a href={paths.privacy} className={footerLink}>
            Privacy
          </a>
          {countsVisits && (
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

function Contact({ contact }: { contact: { readonly phone: string; readonly email: string } }) {
  return (
    <section id="contact" aria-labelledby="footer-contact" className="flex-1 basis-28">
      <FooterTitle id="footer-contact">Contact</FooterTitle>
      <ul className="mt-2">
        <li>
          <a href={telephoneUrl(contact.phone)} className={footerLink}>
            <Phone aria-hidden="true" className="size-4" />
            {contact.phone}
          </a>
        </li>
        <li>
          <a href={`mailto:${contact.email}`} className={`${footerLink} wrap-anywhere`}>
            <Mail aria-hidden="true" className="size-4 shrink-0" />
            <span>
              {contact.email.split('@')[0]}@<wbr />
              {contact.email.split('@')[1]}
            </span>
          </a>
        </li>
      </ul>
    </section>
  );
}

function FooterTitle({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="text-lg">
      {children}
    </h2>
  );
}
