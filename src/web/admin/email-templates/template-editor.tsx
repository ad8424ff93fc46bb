import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import {
  getEmailTemplate,
  listEmailTemplates,
  saveEmailTemplate,
  type TemplateContent,
  type TemplateDetails,
  templateContent,
  testEmailTemplate,
} from '#contract/email-templates.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DiscardQuestion } from '../../ui/discard-question.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useCallForm } from '../../use-call-form.ts';
import { useAction } from '../actions/use-action.ts';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateVersions } from './template-versions.tsx';
import { VariablePalette } from './variable-palette.tsx';

const FIELDS = ['subject', 'htmlContent', 'textContent'] as const;
const VIEWS = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
  { value: 'versions', label: 'Versions' },
] as const;
export type TemplateView = (typeof VIEWS)[number]['value'];

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The texts of a template, with a live preview beside them where there is room. */
export function TemplateEditor({
  template,
  initialView,
}: {
  template: TemplateDetails;
  initialView: TemplateView;
}) {
  const client = useQueryClient();
  const [view, setView] = useState(initialView);
  // The version that the draft started from. If a refresh of the list changed it, saving would overwrite somebody
  // else's text.
  const [seen, setSeen] = useState(template.updatedAt);
  const params = { id: String(template.id) };
  const save = useAction({
    run: async ({ typed, content }: { typed: TemplateContent; content: TemplateContent }) => ({
      typed,
      saved: await call(saveEmailTemplate, { params, body: { ...content, seenUpdatedAt: seen } }),
    }),
    refreshes: [listEmailTemplates.path, getEmailTemplate.path],
    success: () => ({ title: 'Template Saved', description: 'Emails now use this text.' }),
    failed: { title: 'Template Not Saved', otherwise: 'Failed to save the template' },
    onDone: ({ typed, saved }) => {
      client.setQueryData([getEmailTemplate.path, template.id], saved);
      const now = form.form.getValues();
      const isTypedOn = FIELDS.some((name) => now[name] !== typed[name]);
      startFrom(saved, isTypedOn ? now : contentOf(saved));
    },
  });
  const test = useAction({
    run: (body: TemplateContent) => call(testEmailTemplate, { params, body }),
    refreshes: [],
    success: ({ sentTo }) => ({ title: 'Test Email Sent', description: `Check the inbox of ${sentTo}.` }),
    failed: { title: 'Test Email Not Sent', otherwise: 'Failed to send the test email' },
  });
  const failed = save.failure ? save : test;
  const form = useCallForm({ schema: templateContent, initial: contentOf(template), refusal: failed.error });
  const [restored, setRestored] = useState<TemplateContent | null>(null);
  const restore = (content: TemplateContent) => {
    form.form.reset(content, { keepDefaultValues: true });
    setRestored(null);
    setView('edit');
  };
  const startFrom = (base: TemplateDetails, draft: TemplateContent) => {
    setSeen(base.updatedAt);
    form.form.reset(contentOf(base));
    form.form.reset(draft, { keepDefaultValues: true });
  };
  const draft = form.form.watch();
  // As after a save whose response was lost. The server trims the texts.
  const isStored = FIELDS.every((name) => template[name] === draft[name].trim());
  const isOvertaken = seen !== template.updatedAt;
  useEffect(() => {
    if (!isStored || !isOvertaken) return;
    startFrom(template, contentOf(template));
    save.reset();
  });
  const lastField = useRef<Field | null>(null);
  const field = (name: (typeof FIELDS)[number]) => ({
    ...form.field(name),
    onFocus: (event: FocusEvent<Field>) => {
      lastField.current = event.currentTarget;
    },
  });
  const insert = (text: string) => {
    const box = lastField.current;
    if (box) box.setRangeText(text, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
    const name = FIELDS.find((one) => one === box?.name) ?? 'htmlContent';
    const value = box?.value ?? form.form.getValues(name) + text;
    form.form.setValue(name, value, { shouldDirty: true });
    form.form.setFocus(name);
  };
  return (
    <div className="flex min-h-full flex-col gap-5">
      <UnsavedWork when={form.isDirty} isSaving={save.isBusy} />
      <SegmentedControl
        legend="View"
        options={VIEWS}
        value={view}
        onValueChange={setView}
        className="self-start"
      />
      {isOvertaken && !isStored && (
        <Overtaken
          onTakeTheirs={() => startFrom(template, contentOf(template))}
          onKeepMine={() => startFrom(template, form.form.getValues())}
        />
      )}
      {view === 'versions' && (
        <TemplateVersions
          versions={template.versions}
          onRestore={(content) => (form.isDirty ? setRestored(content) : restore(content))}
        />
      )}
      {restored && <DiscardQuestion onDiscard={() => restore(restored)} onKeep={() => setRestored(null)} />}
      <div
        className={cx(
          'grid gap-6',
          view === 'versions' && 'hidden',
          view === 'edit' && 'lg:grid-cols-[56fr_44fr]',
        )}
      >
        <form
          id={form.id}
          noValidate
          onSubmit={form.submit((content) => {
            test.reset();
            save.start({ typed: form.form.getValues(), content });
          })}
          className={cx('flex min-w-0 flex-col gap-5', view !== 'edit' && 'hidden')}
        >
          <ErrorSummary errors={form.errors} attempt={form.attempt} />
          {failed.failure && form.errors.length === 0 && <Notice tone="error">{failed.failure}</Notice>}
          <TextField label="Subject" autoFocus={initialView === 'edit'} {...field('subject')} />
          <VariablePalette variables={template.variables} onInsert={insert} />
          <TextareaField
            label="HTML content"
            rows={16}
            spellCheck={false}
            inputClassName="code text-sm"
            {...field('htmlContent')}
          />
          <TextareaField
            label="Text content"
            hint="For email apps that show plain text."
            rows={10}
            spellCheck={false}
            inputClassName="code text-sm"
            {...field('textContent')}
          />
        </form>
        <div className={cx('min-w-0', view === 'edit' && 'max-lg:hidden lg:sticky lg:top-0 lg:self-start')}>
          <TemplatePreview id={template.id} content={draft} />
        </div>
      </div>
      <div className="sticky low:static -bottom-5 z-10 -mx-5 mt-auto -mb-5 flex flex-wrap items-center sm:rounded-bl-card justify-end gap-3 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
        <p id="save-why" className="mr-auto text-sm text-fg-2 max-sm:w-full">
          {form.isDirty ? 'Every email sent after you save uses this text.' : 'Nothing has changed yet.'}
        </p>
        <Button
          variant="secondary"
          busy={test.isBusy}
          busyLabel="Sending"
          onClick={form.submit((content) => {
            save.reset();
            test.start(content);
          })}
        >
          Send me a test
        </Button>
        <Button
          type="submit"
          form={form.id}
          busy={save.isBusy}
          busyLabel="Saving"
          aria-disabled={!form.isDirty}
          aria-describedby="save-why"
        >
          Save
        </Button>
      </div>
    </div>
  );
}

function Overtaken({ onTakeTheirs, onKeepMine }: { onTakeTheirs: () => void; onKeepMine: () => void }) {
  return (
    <Notice
      tone="warn"
      title="Someone else has saved this template in the meantime"
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
      What you typed is still here. If you keep yours and save it, theirs stays available under Versions.
    </Notice>
  );
}

function contentOf({ subject, htmlContent, textContent }: TemplateDetails): TemplateContent {
  return { subject, htmlContent, textContent };
}
