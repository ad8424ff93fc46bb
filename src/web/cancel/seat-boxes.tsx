import { Button } from '../ui/button.tsx';
import { Fieldset } from '../ui/fieldset.tsx';
import type { SeatBox } from './seat-choice.ts';

/** A check box per seat, and a button that selects all. */
export function SeatBoxes({
  boxes,
  chosen,
  onChoose,
}: {
  boxes: readonly SeatBox[];
  chosen: ReadonlySet<string>;
  onChoose: (keys: ReadonlySet<string>) => void;
}) {
  const free = boxes.filter(({ stays }) => stays === null).map(({ key }) => key);
  const isAll = free.length > 0 && free.every((key) => chosen.has(key));
  return (
    <Fieldset legend="Which seats?">
      <ul className="divide-y divide-line border-y border-line">
        {boxes.map(({ key, label, stays }, index) => (
          <li key={key}>
            <label className="flex min-h-11 items-center gap-3 py-2 text-md">
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={stays === null && chosen.has(key)}
                disabled={stays !== null}
                onChange={({ target }) => {
                  const keys = new Set(chosen);
                  if (target.checked) keys.add(key);
                  else keys.delete(key);
                  onChoose(keys);
                }}
              />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="text-fg-2">Seat {index + 1}</span> {label}
              </span>
              {stays && <span className="text-sm text-fg-2">{stays}</span>}
            </label>
          </li>
        ))}
      </ul>
      {free.length > 1 && (
        <Button
          variant="quiet"
          className="mt-2 -ml-5"
          onClick={() => onChoose(isAll ? new Set() : new Set(free))}
        >
          {isAll ? 'Clear all' : 'Select all'}
        </Button>
      )}
    </Fieldset>
  );
}
