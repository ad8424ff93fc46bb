import { landingTexts } from '#content/landing-texts.ts';
import { telephoneUrl } from '#domain/telephone.ts';
import { useLanding } from './landing-data.tsx';

/** The way to a seat where no script runs. */
export function RegisterByPhone() {
  const { phone, email } = useLanding().boot.contact;
  return (
    <noscript>
      <p className="mt-8 text-fg-2">
        {landingTexts.registration.withoutScript}{' '}
        <a href={telephoneUrl(phone)} className="link whitespace-nowrap">
          {phone}
        </a>
        ,{' '}
        <a href={`mailto:${email}`} className="link">
          {email}
        </a>
      </p>
    </noscript>
  );
}
