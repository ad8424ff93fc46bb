import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getEmailTemplate, type TemplateContent, type TemplateDetails } from '#contract/email-templates.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateVersions } from './template-versions.tsx';

const FIELDS = ['subject', 'htmlContent', 'textContent'] as const;

export type TemplateView = 'edit' | 'preview' | 'versions';

const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
  { value: 'versions', label: 'Versions' },
] as const;

/** One template: edited, looked at, brought back. What is typed stays while one looks at the preview. */
export function TemplateDialog({
  id,
  name,
  initialView,
  onClose,
}: {
  id: number;
  name: string;
  initialView: TemplateView;
  onClose: () => void;
}) {
  const template = useQuery({
    queryKey: [getEmailTemplate.path, id],
    queryFn: ({ signal }) => call(getEmailTemplate, { params: { id: String(id) }, signal }),
    // An editor that is reopened must not begin with what somebody else has replaced.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      variant="drawer"
      title={name}
      className="sm:max-w-[52rem]"
    >
      <Loaded query={template} loading="Loading the template" failure="Couldn't load the template">
        {(found) => <Views template={found} initialView={initialView} />}
      </Loaded>
    </Dialog>
  );
}

function Views({ template, initialView }: { template: TemplateDetails; initialView: TemplateView }) {
  const [view, setView] = useState(initialView);
  const [draft, setDraft] = useState<TemplateContent>(contentOf(template));
  // What the draft began with. The list's refresh must not move it: then a save would bury somebody else's.
  const [seen, setSeen] = useState(template.updatedAt);
  const bringBack = (content: TemplateContent) => {
    setDraft(content);
    setView('edit');
  };
  return (
    <div className="flex flex-col gap-5">
      <UnsavedWork when={FIELDS.some((name) => draft[name] !== template[name])} />
      <SegmentedControl
        legend="What is shown"
        options={VIEWS}
        value={view}
        onValueChange={setView}
        className="self-start"
      />
      {seen !== template.updatedAt && (
        <Overtaken
          onTakeTheirs={() => {
            setDraft(contentOf(template));
            setSeen(template.updatedAt);
          }}
          onKeepMine={() => setSeen(template.updatedAt)}
        />
      )}
      {view === 'edit' && (
        <TemplateEditor
          template={template}
          seenUpdatedAt={seen}
          draft={draft}
          onChange={setDraft}
          onSaved={(saved, sent) => {
            setSeen(saved.updatedAt);
            // The server trims; what was typed while it did so stays.
            setDraft((now) => (now === sent ? contentOf(saved) : now));
          }}
        />
      )}
      {view === 'preview' && <TemplatePreview id={template.id} content={draft} />}
      {view === 'versions' && <TemplateVersions versions={template.versions} onBringBack={bringBack} />}
    </div>
  );
}

function Overtaken({ onTakeTheirs, onKeepMine }: { onTakeTheirs: () => void; onKeepMine: () => void }) {
  return (
    <Notice
      tone="warn"
      title="Somebody else has saved this template in the meantime"
      action={
        <div className="flex flex-wrap gap-3">
          <Button size="sm" variant="secondary" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button size="sm" variant="secondary" onClick={onKeepMine}>
            Keep mine
          </Button>
        </div>
      }
    >
      What you typed is still here. With “Keep mine”, saving replaces theirs, and theirs stays among the
      versions.
    </Notice>
  );
}

function contentOf({ subject, htmlContent, textContent }: TemplateDetails): TemplateContent {
  return { subject, htmlContent, textContent };
}
