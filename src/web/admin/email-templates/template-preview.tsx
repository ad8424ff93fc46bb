import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { previewEmailTemplate, type TemplateContent } from '#contract/email-templates.ts';
import { call } from '../../api.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';

const VIEWS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Text' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** The mail as a sample order gets it. The frame runs no script and reaches nothing of this page. */
export function TemplatePreview({ id, content }: { id: number; content: TemplateContent }) {
  const [view, setView] = useState<View>('desktop');
  const preview = useQuery({
    queryKey: [previewEmailTemplate.path, id, content],
    queryFn: () => call(previewEmailTemplate, { params: { id: String(id) }, body: content }),
    gcTime: 0,
  });
  if (preview.isPending) return <Spinner label="Filling in the mail" />;
  if (preview.error) {
    return (
      <LoadFailure
        title="This mail cannot be shown"
        error={preview.error}
        onRetry={() => void preview.refetch()}
      />
    );
  }
  const { subject, html, text } = preview.data;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-md wrap-anywhere">
        <span className="text-fg-2">Subject: </span>
        <span className="font-semibold">{subject}</span>
      </p>
      <SegmentedControl legend="How it is shown" options={VIEWS} value={view} onValueChange={setView} />
      {view === 'text' ? (
        <pre className="code overflow-x-auto rounded-input bg-sunken/60 p-4 text-sm whitespace-pre-wrap">
          {text}
        </pre>
      ) : (
        <iframe
          title={`Preview of ${subject}`}
          sandbox=""
          srcDoc={html}
          className={`h-[60dvh] rounded-input border border-line bg-white ${view === 'phone' ? 'mx-auto w-[375px] max-w-full' : 'w-full'}`}
        />
      )}
    </div>
  );
}
