import { useEffect, useRef, useState } from 'react';
import { event } from '#content/event.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { useDebounced } from '../../use-debounced.ts';
import type { TabKey } from '../frame/tabs.ts';
import { useAddress } from './address.ts';

const LABELS = {
  orders: 'Name, email or transaction ID',
  registrations: `Name, email or ${event.shortCode} number`,
  newsletter: 'Name, email or organization',
} satisfies Partial<Record<TabKey, string>>;
type SearchedTab = keyof typeof LABELS;

export function hasSearch(tab: TabKey): tab is SearchedTab {
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

/** Long enough to skip most keystrokes of a word, short enough to feel instant. */
const DEBOUNCE_MS = 30;

/** The text shows at once and reaches the address after a short pause; the back button restores it. */
function useSearchBox(inAddress: string, settle: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  /** Texts on their way to the address. A late one must not undo newer typing. */
  const underWay = useRef<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address
  useEffect(() => {
    if (settled === inAddress) return;
    underWay.current.push(settled);
    settle(settled);
  }, [settled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address changes the box
  useEffect(() => {
    const arrived = underWay.current.indexOf(inAddress);
    underWay.current.splice(0, arrived + 1);
    if (arrived < 0 && inAddress !== settled) setText(inAddress);
  }, [inAddress]);
  return [text, setText] as const;
}
