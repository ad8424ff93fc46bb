import { useQuery } from '@tanstack/react-query';
import { getStats } from '#contract/stats.ts';
import { formatUsd } from '#domain/money.ts';
import { queryOf } from '../../api.ts';
import { BriefLoadFailure } from '../../load-failure.tsx';
import { polledEvery } from '../../polled-every.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The event's figures in one line; two on a phone. */
export function AdminStats() {
  const stats = useQuery({ ...queryOf(getStats), ...polledEvery() });
  const { data } = stats;
  return (
    <section aria-label="Event numbers" className="max-sm:w-full">
      <BriefLoadFailure query={stats} what="The numbers" />
      {(data || !stats.error) && (
        <dl className="grid gap-x-6 gap-y-2 max-sm:grid-cols-2 sm:flex sm:min-h-11 sm:flex-wrap">
          <Figure label="Total Orders" value={data && count(data.totalOrders)} />
          <Figure label="Total Revenue" value={data && formatUsd(data.totalRevenue, 'whole')} />
          <Figure label="Total Registrations" value={data && count(data.totalRegistrations)} />
          <Figure label="Pending Payments" value={data && count(data.pendingPayments)} />
        </dl>
      )}
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className="flex min-h-11 items-center gap-x-2 max-sm:flex-col max-sm:items-start max-sm:justify-center">
      <dt className="text-sm text-fg-2">{label}</dt>
      <dd className="font-display text-lg leading-tight! font-[680] tracking-tight even-figures">
        {value ?? <Skeleton className="w-8" />}
      </dd>
    </div>
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
