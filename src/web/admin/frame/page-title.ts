import { useEffect } from 'react';
import { event } from '#content/event.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${event.name}`;
    // A dialog over a page restores the page's title when it closes.
    return () => {
      document.title = before;
    };
  }, [title]);
}
