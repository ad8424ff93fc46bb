export function NewsletterSection() {
  return <section />;
}
