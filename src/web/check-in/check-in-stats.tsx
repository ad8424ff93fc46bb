import { StatCard } from '../ui/stat-card.tsx';
import { PollFailure } from './poll-failure.tsx';
import { useCheckInStats } from './use-check-in-stats.ts';

export function CheckInStats() {
  const stats = useCheckInStats();
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
