import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { NOT_COPIED, writeToClipboard } from './copy-text.ts';

const shownFor = 2500;

const words = { idle: '', copied: 'Copied', refused: `${NOT_COPIED.title}. ${NOT_COPIED.description}` };

/** Copies `value` and says so in words, also if the browser refuses. */
export function CopyButton({
  value,
  label,
  autoFocus,
}: {
  value: string;
  label: string;
  autoFocus?: boolean;
}) {
  const [state, setState] = useState<keyof typeof words>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), shownFor);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await writeToClipboard(value)) ? 'copied' : 'refused');
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Button variant="secondary" autoFocus={autoFocus} onClick={() => void copy()}>
        {state === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        <span>{state === 'copied' ? words.copied : label}</span>
      </Button>
      <span role="status" className={state === 'refused' ? 'text-sm text-error' : 'sr-only'}>
        {words[state]}
      </span>
    </span>
  );
}
