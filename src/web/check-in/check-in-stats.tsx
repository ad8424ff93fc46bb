import { useQuery } from '@tanstack/react-query';
import { getCheckInStats } from '#contract/check-in.ts';
import { call } from '../api.ts';
import { StatCard } from '../ui/stat-card.tsx';
import { PollFailure } from './poll-failure.tsx';

export const POLL_MS = 30_000;

export function CheckInStats() {
  const stats = useQuery({
    queryKey: [getCheckInStats.path],
    queryFn: ({ signal }) => call(getCheckInStats, { signal }),
    refetchInterval: POLL_MS,
    refetchOnReconnect: 'always',
  });
  const { data } = stats;
  return (
    <section aria-label="Check-in of today">
      {stats.error && (
        <PollFailure what="The check-in figures" error={stats.error} onRetry={() => void stats.refetch()} />
      )}
      <div className="grid grid-cols-3 gap-2 sm:gap-4">
        <StatCard className="max-sm:p-3!" label="Total Registrations" value={data?.totalRegistrations} />
        <StatCard className="max-sm:p-3!" label="Checked In" value={data?.checkedIn} />
        <StatCard
          className="max-sm:p-3!"
          label="Check-in Rate"
          value={data && `${data.percentage.toFixed(1)}%`}
        />
      </div>
    </section>
  );
}
