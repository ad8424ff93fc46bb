import { paths } from '#contract/paths.ts';

/** For places that ask for personal data. Opens in another tab, so the form keeps what was typed. */
export function PrivacyLink() {
  return (
    <a href={paths.privacy} target="_blank" rel="noopener" className="link on-ink:text-fg">
      How we handle your data<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
