import { useEffect } from 'react';
import { event } from '#content/event.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${event.name}`;
    // What is opened over a page gives it its title back.
    return () => {
      document.title = before;
    };
  }, [title]);
}
