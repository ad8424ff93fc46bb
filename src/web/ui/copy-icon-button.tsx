import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Tooltip } from './tooltip.tsx';

/** Copies `value`; `label` is its name and its tooltip. For dense rows without room for words. */
export function CopyIconButton({ value, label }: { value: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Tooltip text={isCopied ? 'Copied' : label}>
      <Button
        variant="quiet"
        size="icon"
        aria-label={isCopied ? `${label}: copied` : label}
        onClick={() => void copyText(value, () => setCopied(true))}
        onBlur={() => setCopied(false)}
      >
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </Button>
    </Tooltip>
  );
}
