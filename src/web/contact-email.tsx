import { boot } from './boot.ts';

/** Our email address, as a link in a sentence. */
export function ContactEmail() {
  const { email } = boot.contact;
  return (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
}
