import type { EventType, PackageSize } from '#domain/packages.ts';
import { Fieldset } from '../ui/fieldset.tsx';
import { offeredPackages } from './form-values.ts';
import { PackageTicket } from './package-ticket.tsx';
import type { CapacityDays } from './seat-figures.ts';

export function PackageChoice({
  days,
  eventType,
  value,
  onChoose,
}: {
  days: CapacityDays;
  eventType: EventType;
  value: PackageSize;
  onChoose: (size: PackageSize) => void;
}) {
  return (
    <Fieldset legend="Choose your package">
      <div className="mt-3 flex flex-col gap-4">
        {offeredPackages(eventType).map((one) => (
          <PackageTicket
            key={one.size}
            package={one}
            days={days}
            isChosen={one.size === value}
            onChoose={() => onChoose(one.size)}
          />
        ))}
      </div>
    </Fieldset>
  );
}
