import { useEffect } from 'react';

/** How many parts of the page have errors: several forms can be open at once. */
let parts = 0;

/** Prefixes the page's title with `Error: ` while a form, or another part of the page, has errors. */
export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    if (!hasErrors) return;
    const count = (step: number) => {
      parts += step;
      document.title = (parts > 0 ? PREFIX : '') + document.title.replace(PREFIX, '');
    };
    count(1);
    return () => count(-1);
  }, [hasErrors]);
}

const PREFIX = 'Error: ';
