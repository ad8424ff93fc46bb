/** Looks now, every `ms` milliseconds while the page is visible, and when it becomes visible. Returns what ends that. */
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
