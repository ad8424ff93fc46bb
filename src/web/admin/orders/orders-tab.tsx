import { useQuery } from '@tanstack/react-query';
import { BellRing, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { exportOrders, listOrders, listUndeliveredEmails } from '#contract/admin-orders.ts';
import { listPaymentCases } from '#contract/refunds.ts';
import { callWithTotal, queryOf } from '../../api.ts';
import { BriefLoadFailure } from '../../load-failure.tsx';
import { polledEvery } from '../../polled-every.ts';
import { Button } from '../../ui/button.tsx';
import { AdminStats } from '../frame/admin-stats.tsx';
import { deskPart } from '../frame/part-boundary.tsx';
import { useAddress } from '../lists/address.ts';
import { isFiltered } from '../lists/admin-search.ts';
import { ExportLink } from '../lists/export-link.tsx';
import { ListDesk } from '../lists/list-desk.tsx';
import { OpenedOrder } from '../lists/opened-order.tsx';
import { usePagedSearch } from '../lists/paged-search.ts';
import { Selected } from '../lists/selected.tsx';
import { useSelection } from '../lists/use-selection.ts';
import { CapacityPanel } from './capacity-panel.tsx';
import { type AskedOrder, OrderTable } from './order-table.tsx';

/** Loaded on demand: larger than a row. */
const OrderQuestion = deskPart(() => import('./order-question.tsx'), 'OrderQuestion');

const NudgeTeams = deskPart(() => import('./nudge-teams.tsx'), 'NudgeTeams', 'The reminders');

export function OrdersTab() {
  const [isNudging, setNudging] = useState(false);
  const { search } = useAddress();
  const list = usePagedSearch(listOrders.path, ({ attendees, ...query }, signal) =>
    callWithTotal(listOrders, { query: { ...query, attendeeStatus: attendees }, signal }),
  );
  const filter = {
    search: search.q,
    status: search.status,
    eventType: search.eventType,
    attendeeStatus: search.attendees,
  };
  const selection = useSelection(JSON.stringify(filter), list);
  const filters = useOrderFilters();
  // Above the list: an order that leaves it doesn't take away the dialog.
  const [asked, setAsked] = useState<AskedOrder | null>(null);
  return (
    <>
      <ListDesk
        list={list}
        title="Orders"
        emptyTitle="No orders yet"
        actions={
          <>
            {filters.button}
            <ExportLink path={exportOrders.path} query={filter} />
          </>
        }
        figures={
          <>
            <div className="flex flex-wrap justify-between gap-x-6">
              <AdminStats />
              <button
                type="button"
                onClick={() => setNudging(true)}
                className="flex min-h-11 items-center gap-1.5 rounded-chip text-sm font-semibold text-accent hover:text-fg lg:ml-auto"
              >
                <BellRing aria-hidden="true" className="size-4 shrink-0" />
                Remind teams
              </button>
              <CapacityPanel />
            </div>
            <PaymentCases />
            <Undelivered />
          </>
        }
        filters={filters.fields}
      >
        {(orders) => <OrderTable orders={orders} selection={selection} onAsk={setAsked} />}
      </ListDesk>
      <Selected list="orders" selection={selection} />
      {asked && (
        <OrderQuestion
          asked={asked.action}
          order={list.rows?.find(({ id }) => id === asked.order.id) ?? asked.order}
          onClose={() => setAsked(null)}
        />
      )}
      {isNudging && <NudgeTeams onClose={() => setNudging(false)} />}
      <OpenedOrder />
    </>
  );
}

/** Loaded on demand: cases are rare. */
const CaseList = deskPart(() => import('./case-list.tsx'), 'CaseList', 'The payment cases');

/** Open and settled cases. Renders nothing if there are none. */
function PaymentCases() {
  const cases = useQuery({ ...queryOf(listPaymentCases), ...polledEvery() });
  return (
    <>
      <BriefLoadFailure query={cases} what="The payment cases" />
      {cases.data && cases.data.length > 0 && <CaseList cases={cases.data} />}
    </>
  );
}

/** Loaded on demand: they are rare. */
const UndeliveredEmails = deskPart(
  () => import('./undelivered-emails.tsx'),
  'UndeliveredEmails',
  'The undelivered emails',
);

/** Renders nothing if there are none. */
function Undelivered() {
  const emails = useQuery({ ...queryOf(listUndeliveredEmails), ...polledEvery() });
  return (
    <>
      <BriefLoadFailure query={emails} what="The undelivered emails" />
      {emails.data && emails.data.length > 0 && <UndeliveredEmails emails={emails.data} />}
    </>
  );
}

const OrderFilterFields = deskPart(() => import('./order-filter-fields.tsx'), 'OrderFilterFields', 'Filters');

const FIELDS = 'order-filters';

/** The filters are in the address; the fields stay open while one is active. */
function useOrderFilters() {
  const { search, change } = useAddress();
  const areSet = isFiltered(search);
  const [isOpened, setOpened] = useState(false);
  // Clearing the last filter doesn't close the fields.
  if (areSet && !isOpened) setOpened(true);
  return {
    button: (
      <Button
        variant="quiet"
        size="sm"
        aria-expanded={isOpened}
        aria-controls={isOpened ? FIELDS : undefined}
        onClick={() => setOpened(!isOpened)}
      >
        <ListFilter aria-hidden="true" />
        Filters
      </Button>
    ),
    fields: isOpened && (
      <div id={FIELDS}>
        <OrderFilterFields search={search} onChange={(next) => change({ ...next, page: undefined })} />
      </div>
    ),
  };
}
