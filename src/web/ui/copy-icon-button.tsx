import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast-store.ts';
import { Tooltip } from './tooltip.tsx';

/** Copies `value`; `label` is its name and its tooltip. For dense rows without room for words. */
export function CopyIconButton({ value, label }: { value: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () =>
        toast({ tone: 'error', title: 'Not copied', description: 'Select the text and copy it by hand.' }),
    );
  };
  return (
    <Tooltip text={isCopied ? 'Copied' : label}>
      <Button
        variant="quiet"
        size="icon"
        aria-label={isCopied ? `${label}: copied` : label}
        onClick={copy}
        onBlur={() => setCopied(false)}
      >
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </Button>
    </Tooltip>
  );
}
