import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listOrders } from '#contract/admin-orders.ts';
import { listRegistrations } from '#contract/registrations.ts';
import { call } from '../../api.ts';
import type { AdminSearch } from '../lists/admin-search.ts';
import { useDebounced } from '../lists/search-box.ts';
import type { PaletteItem } from './places.ts';

const DEBOUNCE_MS = 120;
const SHORTEST = 2;
/** Per kind; the lists themselves show the rest. */
const MOST = 5;

/** The first matches of the lists' own search, newest first. */
export function useFound(text: string, openDesk: (search: AdminSearch) => void) {
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
      name: `${order.registrationNumber} ${order.organizerFirstName} ${order.organizerLastName}`,
      kind: 'Order',
      run: () => openDesk({ tab: 'orders', order: order.id }),
    })),
    ...(data?.people ?? []).map((person) => ({
      key: `person ${person.id}`,
      name: `${person.firstName} ${person.lastName}, ${person.email}`,
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
