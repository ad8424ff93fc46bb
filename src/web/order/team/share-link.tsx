import { Share2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useShare } from '../use-share.ts';

/** A link to read, copy, or share where the device supports it. */
export function ShareLink({ url, text, copyLabel }: { url: string; text: string; copyLabel: string }) {
  const { share, hasFailed } = useShare({ text, url });
  return (
    <div className="flex flex-col gap-3">
      <p className="rounded-input bg-sunken px-3 py-2 text-dense wrap-anywhere select-all">{url}</p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton value={url} label={copyLabel} />
        {share && (
          <Button variant="secondary" onClick={share}>
            <Share2 aria-hidden="true" />
            Share
          </Button>
        )}
      </div>
      {hasFailed && (
        <p role="status" className="text-dense text-error">
          Sharing failed. Copy the link instead.
        </p>
      )}
    </div>
  );
}
