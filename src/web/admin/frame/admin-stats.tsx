import { useQuery } from '@tanstack/react-query';
import { getStats } from '#contract/admin.ts';
import { formatUsd } from '#domain/money.ts';
import { call } from '../../api.ts';
import { StatCard } from '../../ui/stat-card.tsx';
import { LoadFailure } from './load-failure.tsx';

const POLL_MS = 30_000;

export function AdminStats() {
  const stats = useQuery({
    queryKey: [getStats.path],
    queryFn: ({ signal }) => call(getStats, { signal }),
    refetchInterval: POLL_MS,
  });
  const { data } = stats;
  return (
    <section aria-label="Figures of the event">
      {stats.error && (
        <LoadFailure
          className="mb-4"
          title={data ? 'The figures are not up to date' : 'The figures could not be loaded'}
          error={stats.error}
          onRetry={() => void stats.refetch()}
        />
      )}
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <StatCard className="max-sm:p-4!" label="Total Orders" value={data && count(data.totalOrders)} />
        <StatCard
          className="max-sm:p-4!"
          label="Total Revenue"
          value={data && formatUsd(data.totalRevenue, 'whole')}
        />
        <StatCard
          className="max-sm:p-4!"
          label="Total Registrations"
          value={data && count(data.totalRegistrations)}
        />
        <StatCard
          className="max-sm:p-4!"
          label="Pending Payments"
          value={data && count(data.pendingPayments)}
        />
      </div>
    </section>
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
