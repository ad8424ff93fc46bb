import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { listOrders } from '#contract/admin-orders.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { PAGES } from '#contract/paths.ts';
import { listRegistrations } from '#contract/registrations.ts';
import { fullName, organizerName } from '#domain/attendee.ts';
import { call } from '../../api.ts';
import { loadToaster } from '../../toasts.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDebounced } from '../../use-debounced.ts';
import { useDownload } from '../actions/use-download.ts';
import type { KeyDialog } from '../frame/shortcuts.ts';
import type { AdminSearch } from '../lists/admin-search.ts';
import { matchingPlaces, type PaletteItem } from './places.ts';

const LIST = 'palette-list';
const optionId = (index: number) => `${LIST}-${index}`;
function scrollIntoList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/**
 * The command palette: finds and opens pages, actions, orders and people. A combobox, so the focus stays in the box.
 */
export function Palette({
  user,
  onDialog,
  onClose,
}: {
  user: CurrentUser;
  onDialog: (dialog: KeyDialog) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  /** The key of the item chosen with the arrow keys: the hits below it may change. */
  const [chosen, setChosen] = useState<string | null>(null);
  /** Enter opens a hit once the search is done: until then, the list shows those of the search before. */
  const [isEntered, setEntered] = useState(false);
  const navigate = useNavigate();
  const openDesk = (search: AdminSearch) => void navigate({ to: PAGES.admin, search });
  const download = useDownload().mutate;
  // A failed download is told in a toast alone.
  useEffect(() => void loadToaster().catch(() => undefined), []);
  const showShortcuts = () => onDialog('shortcuts');
  const places = matchingPlaces(text, { user, openDesk, showShortcuts, download });
  const found = useFound(text.trim(), openDesk);
  const items = [...places, ...found.items];
  const at = items.findIndex(({ key }) => key === chosen);
  const active = Math.max(0, at);
  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const isPlace = active < places.length;
  useEffect(() => {
    if (!isEntered || found.isLoading) return;
    setEntered(false);
    // A chosen hit that is gone opens nothing, rather than another.
    run(chosen === null ? items[0] : items[at]);
  });
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && items.length > 0) setChosen(items[(active + step + items.length) % items.length]!.key);
    // While a word is being composed, Enter only ends it.
    else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    else if (isPlace) run(items[active]);
    else {
      if (at < 0) setChosen(null);
      setEntered(true);
    }
    event.preventDefault();
  };
  return (
    <Dialog onClose={onClose} title="Find anything">
      <TextField
        label="People, orders, pages or actions"
        name="palette"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={LIST}
        aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoFocus
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(null);
          setEntered(false);
        }}
        onKeyDown={press}
      />
      <p role="status" className="mt-2 min-h-5 text-sm text-fg-2">
        {found.sentence || (items.length === 0 && !found.isLoading ? 'Nothing matches this search' : '')}
      </p>
      <div id={LIST} role="listbox" aria-label="Results" className="mt-1">
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box keeps the focus and handles the keys
          <div
            key={item.key}
            id={optionId(index)}
            ref={index === active ? scrollIntoList : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => run(item)}
            className={cx(
              'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-chip px-3 py-1 hover:bg-sunken/60',
              index === active && 'bg-sunken outline-2 -outline-offset-2 outline-accent',
            )}
          >
            <span className="min-w-0 wrap-anywhere">{item.name}</span>
            <span className="min-w-0 shrink-0 truncate text-sm text-fg-2">{item.kind}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

const DEBOUNCE_MS = 120;
const SHORTEST = 2;
/** Per kind; the lists themselves show the rest. */
const MOST = 5;

/** The first matches of the lists' own search, newest first. */
function useFound(text: string, openDesk: (search: AdminSearch) => void) {
  const search = useDebounced(text, DEBOUNCE_MS);
  const isAsked = search.length >= SHORTEST;
  const { data, error, isFetching } = useQuery({
    queryKey: ['palette', search],
    queryFn: async ({ signal }) => {
      const [orders, people] = await Promise.all([
        call(listOrders, { query: { search }, signal }),
        call(listRegistrations, { query: { search }, signal }),
      ]);
      return { orders: orders.slice(0, MOST), people: people.slice(0, MOST) };
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // A repeated search needs current data.
    staleTime: 0,
  });
  const items: PaletteItem[] = [
    ...(data?.orders ?? []).map((order) => ({
      key: `order ${order.id}`,
      name: `${order.registrationNumber} ${organizerName(order)}`,
      kind: 'Order',
      run: () => openDesk({ tab: 'orders', order: order.id }),
    })),
    ...(data?.people ?? []).map((person) => ({
      key: `person ${person.id}`,
      name: `${fullName(person)}, ${person.email}`,
      kind: 'Person',
      run: () => openDesk({ tab: 'registrations', q: person.email }),
    })),
  ];
  return {
    items: isAsked && text.length >= SHORTEST ? items : [],
    isLoading: isFetching || text !== search,
    sentence: error ? 'Orders and people could not be searched' : '',
  };
}
