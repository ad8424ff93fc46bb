/** Parts with their own button or form, and the end of the page. */
const PARTS_WITHOUT_BAR = '#hero, #registration, #newsletter, #newsletter-signup-footer, footer';

let sight: IntersectionObserver | undefined;

/**
 * Shows the bar on phones while none of those parts is in view. Call it again after parts of the page were replaced.
 */
export function showPhoneBar(): void {
  sight?.disconnect();
  const bar = document.getElementById('phone-bar');
  if (!bar || bar.childElementCount === 0) return;
  const inView = new Set<Element>();
  sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) inView.add(target);
      else inView.delete(target);
    }
    bar.hidden = inView.size > 0;
  });
  for (const part of document.querySelectorAll(PARTS_WITHOUT_BAR)) sight.observe(part);
}
