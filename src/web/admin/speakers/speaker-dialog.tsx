import { type FormEvent, useId, useState } from 'react';
import {
  type AdminSpeaker,
  createSpeaker,
  listAdminSpeakers,
  SPEAKER_MARKERS,
  saveSpeaker,
} from '#contract/speakers.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useAction } from '../actions/use-action.ts';
import { shrinkPicture } from './shrink-picture.ts';

const MARKER_NAMES = { emcee: 'EMCEE', keynote: 'KEYNOTE', mystery: 'Mystery: not named yet' };
const UNREADABLE = 'This picture cannot be read here. Try a JPEG or PNG file.';

/** Adds a speaker, or changes one. */
export function SpeakerDialog({ speaker, onClose }: { speaker: AdminSpeaker | null; onClose: () => void }) {
  const prefix = useId();
  const [initial] = useState({
    name: speaker?.name ?? '',
    title: speaker?.title ?? '',
    bio: speaker?.bio ?? '',
    marker: speaker?.marker ?? '',
  });
  const [form, setForm] = useState(initial);
  // Undefined leaves the stored picture as it is.
  const [picture, setPicture] = useState<string | null | undefined>(undefined);
  const [pictureError, setPictureError] = useState<string | null>(null);
  const action = useAction({
    run: () => save(speaker, { ...form, picture }),
    refreshes: [listAdminSpeakers.path],
    success: (saved) => ({ title: 'Speaker Saved', description: `${saved.name} is on the front page.` }),
    failed: { title: 'Speaker Not Saved', otherwise: 'Failed to save the speaker' },
    onDone: onClose,
  });
  const faults = action.error instanceof ApiError ? action.error.fields : {};
  const field = (name: keyof typeof form) => ({
    id: `${prefix}-${name}`,
    value: form[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const errors = Object.entries(faults).map(([name, message]) => ({ fieldId: `${prefix}-${name}`, message }));
  const isChanged = (Object.keys(form) as (keyof typeof form)[]).some((name) => form[name] !== initial[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.start(undefined);
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const small = await shrinkPicture(file);
    setPictureError(small === null ? UNREADABLE : null);
    if (small !== null) setPicture(small);
  };
  const shown = picture === undefined ? speaker?.imageUrl : picture && `data:image/webp;base64,${picture}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={speaker ? speaker.name : 'New speaker'}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={`${prefix}-form`} busy={action.isBusy} busyLabel="Saving">
            Save speaker
          </Button>
        </>
      }
    >
      <form id={`${prefix}-form`} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <UnsavedWork when={picture !== undefined || isChanged} />
        <ErrorSummary errors={errors} attempt={errors.length} />
        {action.failure && errors.length === 0 && <Notice tone="error">{action.failure}</Notice>}
        <TextField label="Name" {...field('name')} />
        <TextField label="Title" optional hint="What the person does, in one line." {...field('title')} />
        <TextareaField label="Bio" optional {...field('bio')} />
        <SelectField
          label="Marker"
          emptyLabel="None"
          options={SPEAKER_MARKERS.map((value) => ({ value, label: MARKER_NAMES[value] }))}
          {...field('marker')}
        />
        <div className="flex items-center gap-4">
          {shown && <img src={shown} alt="" className="size-20 rounded-full object-cover" />}
          <div className="flex min-w-0 flex-col gap-2">
            <label htmlFor={`${prefix}-picture`} className="font-semibold">
              Picture <span className="font-normal text-fg-2">(optional; its middle is shown, square)</span>
            </label>
            <input
              id={`${prefix}-picture`}
              type="file"
              accept="image/*"
              className="max-w-full text-md file:mr-3 file:min-h-11 file:rounded-button file:border-[1.5px] file:border-input file:bg-surface file:px-4 file:font-semibold file:text-fg"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
            {shown && (
              <Button variant="quiet" size="sm" className="self-start" onClick={() => setPicture(null)}>
                Take the picture away
              </Button>
            )}
          </div>
        </div>
        {(pictureError ?? faults.picture) && <Notice tone="error">{pictureError ?? faults.picture}</Notice>}
      </form>
    </Dialog>
  );
}

interface Filled {
  readonly name: string;
  readonly title: string;
  readonly bio: string;
  readonly marker: string;
  readonly picture: string | null | undefined;
}

function save(speaker: AdminSpeaker | null, { marker, ...filled }: Filled): Promise<AdminSpeaker> {
  const body = {
    ...filled,
    marker: SPEAKER_MARKERS.find((one) => one === marker) ?? null,
    featured: speaker?.featured ?? false,
    mysteryUntil: speaker?.mysteryUntil ?? null,
  };
  return speaker
    ? call(saveSpeaker, {
        params: { id: String(speaker.id) },
        body: { ...body, seenUpdatedAt: speaker.updatedAt },
      })
    : call(createSpeaker, { body });
}
