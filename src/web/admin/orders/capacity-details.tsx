import { useState } from 'react';
import type { CapacityDay } from '#contract/capacity.ts';
import { formatDay } from '#domain/calendar.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { CapacityDialog } from './capacity-dialog.tsx';
import { HeldSeats } from './held-seats.tsx';

/** The seats of each day, their maximum, and the unpaid orders that hold some. */
export function CapacityDetails({
  days,
  onOpen,
}: {
  days: readonly CapacityDay[];
  onOpen: (orderId: number) => void;
}) {
  const [changed, setChanged] = useState<CapacityDay['eventDate'] | null>(null);
  const day = days.find(({ eventDate }) => eventDate === changed);
  return (
    <Card className="p-4!">
      <CapacityTable days={days} onChange={({ eventDate }) => setChanged(eventDate)} />
      <HeldSeats onOpen={onOpen} />
      {day && <CapacityDialog day={day} onClose={() => setChanged(null)} />}
    </Card>
  );
}

function CapacityTable({
  days,
  onChange,
}: {
  days: readonly CapacityDay[];
  onChange: (day: CapacityDay) => void;
}) {
  return (
    <Table caption="Seats of each day">
      <TableHead>
        <Th>Day</Th>
        <Th align="right">Sold</Th>
        <Th align="right">Held</Th>
        <Th align="right">Free</Th>
        <Th align="right">Maximum</Th>
        <Th>Actions</Th>
      </TableHead>
      <TableBody>
        {days.map((day) => (
          <Tr key={day.eventDate}>
            <Td label="Day">{formatDay(day.eventDate, 'short')}</Td>
            <Td label="Sold" align="right">
              {day.sold}
            </Td>
            <Td label="Held" align="right">
              {day.held}
            </Td>
            <Td label="Free" align="right">
              {day.free}
            </Td>
            <Td label="Maximum" align="right">
              {day.maxCapacity}
            </Td>
            <Td label="Actions">
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Change the maximum of ${formatDay(day.eventDate, 'short')}`}
                onClick={() => onChange(day)}
              >
                Change maximum
              </Button>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
