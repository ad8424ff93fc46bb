import { Download } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';

/** The list as it is searched and narrowed, as a file; a new tab, so that the desk stays. */
export function ExportLink({
  path,
  query,
}: {
  path: string;
  query: Readonly<Record<string, string | undefined>>;
}) {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []));
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return (
    <a href={path + search} target="_blank" rel="noopener" className={buttonClass('quiet', 'sm')}>
      <Download aria-hidden="true" />
      Export CSV
    </a>
  );
}
