import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { event } from '#content/event.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { listRegistrations } from '#contract/registrations.ts';
import type { ParsedOf } from '#contract/route.ts';
import { counted } from '#contract/words/counted.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { formatTime } from '#domain/calendar.ts';
import { callWithTotal } from '../api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { unlockSound } from '../scanning/signals.ts';
import { useKeyBurst } from '../scanning/use-key-burst.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { SearchField } from '../ui/search-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useDebounced } from '../use-debounced.ts';
import { DeskLayout } from './desk-layout.tsx';
import type { CheckIn } from './use-check-in.ts';
import { useTurns } from './use-turns.ts';

type Found = ParsedOf<typeof listRegistrations.response>[number];

const DEBOUNCE_MS = 200;

/** For people without a ticket at hand. */
export function ManualDesk({ checkIn, methods }: { checkIn: CheckIn; methods: ReactNode }) {
  const [search, setSearch] = useState('');
  const { band } = checkIn;
  const { scan } = useTurns(checkIn, { take: (text) => void checkIn.validate(text) });
  // The person has found the ticket after all.
  useKeyBurst((text) => {
    unlockSound();
    scan(text);
  });
  const admit = async () => {
    unlockSound();
    // By then, the next person may be searched for.
    if (await checkIn.admitShown()) setSearch((typed) => (typed === search ? '' : typed));
  };
  return (
    <DeskLayout
      checkIn={checkIn}
      waiting="Choose the person from the list."
      whyNot={band.kind === 'chosen' || band.kind === 'valid' ? null : 'Choose a person from the list first.'}
      onCheckIn={() => void admit()}
    >
      {methods}
      <ManualLookup search={search} onSearchChange={setSearch} checkIn={checkIn} />
    </DeskLayout>
  );
}

/** People in paid orders, by name or email, to choose from. */
function ManualLookup({
  search,
  onSearchChange,
  checkIn: { band, show },
}: {
  search: string;
  onSearchChange: (search: string) => void;
  checkIn: CheckIn;
}) {
  const { list, people, isCurrent, summary, more } = useLookup(search.trim());
  const chosenId = band.kind === 'chosen' || band.kind === 'used' ? band.person?.id : null;
  const choose = (one: Found) => {
    if (!one.checkedInToday || !one.checkedInAt) {
      return show({ kind: 'chosen', registrationId: one.id, person: { ...one, checkedInAt: null } });
    }
    const at = formatTime(event.zone, new Date(one.checkedInAt));
    show({ kind: 'used', person: one, detail: `Already checked in at ${at}.` });
  };
  const chooseOnly = ({ key, nativeEvent }: KeyboardEvent) => {
    const [first, second] = people;
    // While a word is being composed, Enter only ends it.
    const isEnter = key === 'Enter' && !nativeEvent.isComposing;
    if (isEnter && first && !second && isCurrent) choose(first);
  };
  return (
    <section aria-label="Manual lookup" className="grid content-start gap-3">
      <SearchField
        label="Search by name or email"
        labelHidden={false}
        value={search}
        onValueChange={onSearchChange}
        onKeyDown={chooseOnly}
      />
      <p role="status" className="text-dense text-fg-2">
        {summary}
      </p>
      {list.isFetchNextPageError ? (
        <LoadFailure
          query={{ ...list, data: undefined, refetch: list.fetchNextPage }}
          title="More people could not be loaded"
        />
      ) : (
        <LoadFailure query={list} title="The list of people could not be loaded" />
      )}
      {list.isPending && <Spinner label="Loading people" />}
      {people.length > 0 && (
        <fieldset
          className={cx(
            'max-h-[46dvh] min-w-0 overflow-y-auto rounded-button border border-line bg-surface p-1 lg:max-h-140',
            !isCurrent && 'opacity-60',
          )}
        >
          <legend className="sr-only">People found</legend>
          {people.map((one) => (
            <PersonRow key={one.id} one={one} isChosen={one.id === chosenId} onChoose={() => choose(one)} />
          ))}
          {more > 0 && (
            <Button
              variant="secondary"
              size="sm"
              className="m-2"
              busy={list.isFetchingNextPage}
              busyLabel="Loading"
              onClick={() => void list.fetchNextPage()}
            >
              Show {more} more
            </Button>
          )}
        </fieldset>
      )}
    </section>
  );
}

/** Each search is its own query, so a late response to an earlier one never shows. */
export function useLookup(search: string) {
  const settled = useDebounced(search, DEBOUNCE_MS);
  const query = { search: settled, paid: 'true', sort: 'name' } as const;
  const list = useInfiniteQuery({
    queryKey: [listRegistrations.path, 'by name', query],
    queryFn: ({ pageParam: page, signal }) =>
      callWithTotal(listRegistrations, { query: { ...query, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ data }, _pages, page) => (data.length === PAGE_SIZE ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // A repeated search needs current data: in the meantime, other doors admit people, and guests pay.
    staleTime: 0,
  });
  const pages = list.data?.pages ?? [];
  // People added in the meantime shift others to the next page, so duplicates are removed.
  const people = [...new Map(pages.flatMap(({ data }) => data.map((one) => [one.id, one]))).values()];
  const total = pages.at(-1)?.total ?? 0;
  const isCurrent = settled === search && !list.isPlaceholderData;
  return {
    list,
    people,
    summary: list.data && isCurrent ? summarize(people.length, total, settled) : '',
    isCurrent,
    /** The number of people on the next page. */
    more: isCurrent && list.hasNextPage ? Math.min(PAGE_SIZE, total - people.length) : 0,
  };
}

function summarize(shown: number, total: number, search: string): string {
  if (total === 0)
    return search ? 'No one with a paid ticket matches this search.' : 'No one has a paid ticket yet.';
  if (total > shown) return `The first ${shown} of ${total} people, by last name.`;
  return counted(total, 'person', 'people');
}

function PersonRow({ one, isChosen, onChoose }: { one: Found; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-16 items-center gap-3 rounded-input px-3 py-2 hover:bg-sunken/60 has-checked:bg-sunken/60 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-ring">
      <input
        type="radio"
        name="person"
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 outline-none"
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0">
          <span className="block text-md font-semibold">{fullName(one)}</span>
          <span className="block text-sm wrap-anywhere text-fg-2">{one.email}</span>
        </span>
        <span className="flex flex-wrap gap-1">
          {one.track && <Badge>{TRACK_NAMES[one.track]}</Badge>}
          {one.isOrganizer && <Badge tone="info">Organizer</Badge>}
          {one.checkedInToday && <Badge tone="ok">Checked in</Badge>}
        </span>
      </span>
    </label>
  );
}
