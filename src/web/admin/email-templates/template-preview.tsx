import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewEmailTemplate, type TemplateContent } from '#contract/email-templates.ts';
import { call } from '../../api.ts';
import { cx } from '../../ui/cx.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useDebounced } from '../../use-debounced.ts';
import { Loaded } from '../frame/loaded.tsx';

const VIEWS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Text' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** Debounced, because the server renders it. */
const DEBOUNCE_MS = 400;

/** A live preview for a sample order. The frame runs no scripts; its origin is ours so that this page hears its keys. */
export function TemplatePreview({ id, content }: { id: number; content: TemplateContent }) {
  const [view, setView] = useState<View>('desktop');
  const typed = useDebounced(content, DEBOUNCE_MS);
  const preview = useQuery({
    queryKey: [previewEmailTemplate.path, id, typed],
    queryFn: ({ signal }) => call(previewEmailTemplate, { params: { id: String(id) }, body: typed, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <SegmentedControl
        legend="Preview as"
        options={VIEWS}
        value={view}
        onValueChange={setView}
        className="self-start"
      />
      <Loaded query={preview} loading="Loading the preview" failure="This email cannot be shown">
        {(mail) => (
          <>
            <p className="text-md wrap-anywhere">
              <span className="text-fg-2">Subject: </span>
              <span className="font-semibold">{mail.subject}</span>
            </p>
            {view === 'text' ? (
              <pre className="code overflow-x-auto rounded-input bg-sunken/60 p-4 text-sm whitespace-pre-wrap">
                {mail.text}
              </pre>
            ) : (
              <iframe
                // A new frame for each mail: loading one in the same frame would add a history entry.
                key={mail.html}
                title={`Preview of ${mail.subject}`}
                sandbox="allow-same-origin"
                onLoad={(event) => forwardEscape(event.currentTarget)}
                srcDoc={mail.html}
                className={cx(
                  'h-[60dvh] rounded-input border border-line bg-white',
                  view === 'phone' ? 'mx-auto w-[375px] max-w-full' : 'w-full',
                )}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Keys pressed in a frame don't reach the page around it, so Escape would not close the dialog. */
function forwardEscape(frame: HTMLIFrameElement): void {
  frame.contentWindow?.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
}
