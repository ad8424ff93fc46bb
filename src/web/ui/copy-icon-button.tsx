import { Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Tooltip } from './tooltip.tsx';

/** Copies `value`; `label` is its name and its tooltip. For dense rows without room for words. */
export function CopyIconButton({ value, label }: { value: string; label: string }) {
  return (
    <Tooltip text={label}>
      <Button variant="quiet" size="icon" aria-label={label} onClick={() => void copyText(value)}>
        <Copy aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}
