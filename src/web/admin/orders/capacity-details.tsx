import { useState } from 'react';
import type { CapacityDay } from '#contract/capacity.ts';
import { formatDay } from '#domain/calendar.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ColumnTable } from '../../ui/data-table.tsx';
import { CapacityDialog } from './capacity-dialog.tsx';
import { HeldSeats } from './held-seats.tsx';

/** The seats of each day, their maximum, and the unpaid orders that hold some. */
export function CapacityDetails({ days }: { days: readonly CapacityDay[] }) {
  const [changed, setChanged] = useState<CapacityDay['eventDate'] | null>(null);
  const day = days.find(({ eventDate }) => eventDate === changed);
  return (
    <Card className="p-4!">
      <ColumnTable
        caption="Seats of each day"
        rows={days}
        keyOf={({ eventDate }) => eventDate}
        columns={[
          { label: 'Day', cell: ({ eventDate }) => formatDay(eventDate, 'short') },
          { label: 'Sold', align: 'right', cell: ({ sold }) => sold },
          { label: 'Held', align: 'right', cell: ({ held }) => held },
          { label: 'Free', align: 'right', cell: ({ free }) => free },
          { label: 'Maximum', align: 'right', cell: ({ maxCapacity }) => maxCapacity },
          {
            label: 'Actions',
            cell: ({ eventDate }) => (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Change the maximum for ${formatDay(eventDate, 'short')}`}
                onClick={() => setChanged(eventDate)}
              >
                Change maximum
              </Button>
            ),
          },
        ]}
      />
      <HeldSeats />
      {day && <CapacityDialog day={day} onClose={() => setChanged(null)} />}
    </Card>
  );
}
