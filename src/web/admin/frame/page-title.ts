import { useEffect } from 'react';
import { event } from '#content/event.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${event.name}`;
  }, [title]);
}
