import { Download } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';

/** Downloads the query's rows as a file, in a new tab, so that the desk stays. */
export function ExportLink({
  path,
  query,
  label = 'Export CSV',
}: {
  path: string;
  query: Readonly<Record<string, string | undefined>>;
  label?: string;
}) {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []));
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return (
    <a href={path + search} target="_blank" rel="noopener" className={buttonClass('quiet', 'sm')}>
      <Download aria-hidden="true" />
      {label}
    </a>
  );
}
