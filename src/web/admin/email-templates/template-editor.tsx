import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  getEmailTemplate,
  listEmailTemplates,
  saveEmailTemplate,
  type TemplateContent,
  type TemplateDetails,
  testEmailTemplate,
} from '#contract/email-templates.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import { useAction } from '../actions/use-action.ts';
import { VariablePalette } from './variable-palette.tsx';

type Field = keyof TemplateContent;
const FIELDS: readonly Field[] = ['subject', 'htmlContent', 'textContent'];

/** Subject, HTML and text, with the variables at hand. A fault is said at its field, with its line. */
export function TemplateEditor({
  template,
  seenUpdatedAt,
  draft,
  onChange,
  onSaved,
}: {
  template: TemplateDetails;
  seenUpdatedAt: string;
  draft: TemplateContent;
  onChange: (draft: TemplateContent) => void;
  onSaved: (template: TemplateDetails, sent: TemplateContent) => void;
}) {
  const client = useQueryClient();
  const params = { id: String(template.id) };
  const save = useAction({
    run: async () => ({
      sent: draft,
      saved: await call(saveEmailTemplate, { params, body: { ...draft, seenUpdatedAt } }),
    }),
    refreshes: [listEmailTemplates.path, getEmailTemplate.path],
    success: () => ({ title: 'Template Saved', description: 'From now on mails go out like this.' }),
    onDone: ({ sent, saved }) => {
      client.setQueryData([getEmailTemplate.path, template.id], saved);
      onSaved(saved, sent);
    },
    failed: { title: 'Template Not Saved', otherwise: 'Failed to save the template' },
  });
  const test = useAction({
    run: () => call(testEmailTemplate, { params, body: draft }),
    refreshes: [],
    success: ({ sentTo }) => ({
      title: 'Test Mail Sent',
      description: `Look into the mailbox of ${sentTo}.`,
    }),
    failed: { title: 'Test Mail Not Sent', otherwise: 'Failed to send the test mail' },
  });
  const failed = save.failure ? save : test;
  const faults = failed.error instanceof ApiError ? failed.error.fields : {};
  const errors = FIELDS.flatMap((name) =>
    faults[name] ? [{ fieldId: idOf(name), message: faults[name] }] : [],
  );
  const lastField = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const field = (name: Field) => ({
    id: idOf(name),
    value: draft[name],
    error: faults[name],
    spellCheck: name === 'subject',
    onFocus: (event: React.FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      lastField.current = event.currentTarget;
    },
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ ...draft, [name]: event.target.value }),
  });
  const insert = (text: string) => {
    const target = lastField.current ?? (document.getElementById(idOf('htmlContent')) as HTMLTextAreaElement);
    const name = FIELDS.find((one) => idOf(one) === target.id)!;
    const [from, to] = [
      target.selectionStart ?? target.value.length,
      target.selectionEnd ?? target.value.length,
    ];
    onChange({ ...draft, [name]: target.value.slice(0, from) + text + target.value.slice(to) });
    target.focus();
    requestAnimationFrame(() => target.setSelectionRange(from + text.length, from + text.length));
  };
  const isUnchanged = FIELDS.every((name) => draft[name] === template[name]);
  return (
    <div className="flex flex-col gap-5">
      <ErrorSummary errors={errors} attempt={errors.length} />
      {failed.failure && errors.length === 0 && <Notice tone="error">{failed.failure}</Notice>}
      <TextField label="Subject" {...field('subject')} />
      <VariablePalette variables={template.variables} onInsert={insert} />
      <TextareaField label="HTML content" rows={16} inputClassName="code text-sm" {...field('htmlContent')} />
      <TextareaField
        label="Text content"
        hint="For mail programs and people that read plain text."
        rows={10}
        inputClassName="code text-sm"
        {...field('textContent')}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          busy={save.isBusy}
          busyLabel="Saving"
          aria-disabled={isUnchanged}
          aria-describedby="save-why"
          onClick={() => {
            test.reset();
            save.start(undefined);
          }}
        >
          Save
        </Button>
        <Button
          variant="secondary"
          busy={test.isBusy}
          busyLabel="Sending"
          onClick={() => {
            save.reset();
            test.start(undefined);
          }}
        >
          Send me a test
        </Button>
      </div>
      <p id="save-why" className="text-sm text-fg-2">
        {isUnchanged ? 'Nothing has been changed yet.' : 'Saved templates count for every mail from then on.'}
      </p>
    </div>
  );
}

function idOf(name: Field): string {
  return `template-${name}`;
}
