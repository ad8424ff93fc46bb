import { NewsletterForm } from './newsletter-form.tsx';

/** The form in the hero, where the hero has one. */
export function HeroNewsletter() {
  return <NewsletterForm source="hero" variant="hero" />;
}
