import { Printer } from 'lucide-react';
import type { getDoorList, getPracticeTickets } from '#contract/door-day.ts';
import { sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonSize } from '../../ui/button-class.ts';
import { useDownload } from '../actions/use-download.ts';

/** Downloads a PDF to print. Put it in a row that wraps: an error is shown below the row. */
export function SheetButton({
  sheet,
  label,
  size,
  className,
}: {
  sheet: typeof getDoorList | typeof getPracticeTickets;
  label: string;
  size?: ButtonSize;
  className?: string;
}) {
  const download = useDownload();
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        className={className}
        busy={download.isPending}
        busyLabel="Downloading"
        onClick={() => download.mutate(sheet)}
      >
        <Printer aria-hidden="true" />
        {label}
      </Button>
      {download.error && (
        <p className="order-last basis-full text-md text-error">{sentenceOf(download.error)}</p>
      )}
    </>
  );
}
