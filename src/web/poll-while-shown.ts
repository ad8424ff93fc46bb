/**
 * While the page is visible, looks now and every `ms` milliseconds; looks again when it becomes visible. Returns a
 * function that stops this.
 */
export function pollWhileShown(look: () => void, ms: number): () => void {
  const lookIfShown = () => {
    if (!document.hidden) look();
  };
  lookIfShown();
  const timer = setInterval(lookIfShown, ms);
  document.addEventListener('visibilitychange', lookIfShown);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookIfShown);
  };
}
