import { event } from '#content/event.ts';
import { SearchField } from '../../ui/search-field.tsx';
import type { TabKey } from '../frame/tabs.ts';
import { useAddress } from './address.ts';
import { useSearchBox } from './search-box.ts';

const LABELS = {
  orders: 'Search by name, email or transaction ID',
  registrations: `Search by name, email or ${event.shortCode} number`,
  newsletter: 'Search by name, email or organization',
} satisfies Partial<Record<TabKey, string>>;
type SearchedTab = keyof typeof LABELS;

export function isSearched(tab: TabKey): tab is SearchedTab {
  return tab in LABELS;
}

/** Searches the tab's list; the search text is in the address. */
export function ListSearch({ tab }: { tab: SearchedTab }) {
  const { search, change } = useAddress();
  const [text, setText] = useSearchBox(search.q ?? '', (next) =>
    change({ q: next || undefined, page: undefined }),
  );
  return <SearchField label={LABELS[tab]} placeholder={LABELS[tab]} value={text} onValueChange={setText} />;
}
