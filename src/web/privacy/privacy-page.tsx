import { event } from '#content/event.ts';
import { privacyIntro, privacySections } from '#content/privacy.ts';
import { retentionWords } from '#domain/retention.ts';
import { telephoneUrl } from '#domain/telephone.ts';
import { boot } from '../boot.ts';
import { ContactEmail } from '../contact-email.tsx';
import { PageFrame } from '../page-frame.tsx';
import { headerActionWhile, SiteHeader } from '../site-header.tsx';
import { useSale } from '../use-sale.ts';

/** The privacy policy, from the content. Rendered on the server, and needs no script. */
export function PrivacyPage() {
  const { isClosed } = useSale();
  return (
    <PageFrame header={<SiteHeader action={headerActionWhile(isClosed)} />}>
      <div className="wrap section-y">
        <article className="max-w-copy">
          <p className="eyebrow">{event.host.name}</p>
          <h1 className="mt-2">Privacy</h1>
          <p className="mt-4 text-lg text-fg-2">{privacyIntro}</p>
          {privacySections(retentionWords()).map(({ title, paragraphs, list }) => (
            <section key={title} className="mt-10">
              <h2 className="text-2xl">{title}</h2>
              {paragraphs.map((text) => (
                <p key={text} className="mt-3">
                  {text}
                </p>
              ))}
              {list && (
                <ul className="mt-3 list-disc pl-6">
                  {list.map((text) => (
                    <li key={text} className="mt-2">
                      {text}
                    </li>
                  ))}
                </ul>
              )}
            </section>
          ))}
          <Contact />
        </article>
      </div>
    </PageFrame>
  );
}

function Contact() {
  const { phone } = boot.contact;
  return (
    <section className="mt-10">
      <h2 className="text-2xl">Contact</h2>
      <p className="mt-3">
        {event.host.name}, <ContactEmail />,{' '}
        <a href={telephoneUrl(phone)} className="link whitespace-nowrap">
          {phone}
        </a>
      </p>
    </section>
  );
}
