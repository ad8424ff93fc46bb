import { useId, useRef, useState } from 'react';
import type { InputOf, ParsedOf } from '#contract/route.ts';
import {
  type AdminSpeaker,
  createSpeaker,
  listAdminSpeakers,
  saveSpeaker,
  speakerForm,
} from '#contract/speakers.ts';
import { SPEAKER_MARKERS } from '#domain/program.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useCallForm, useSeen } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useAction } from '../actions/use-action.ts';
import { shrinkPicture } from './shrink-picture.ts';

const MARKER_NAMES = { emcee: 'EMCEE', keynote: 'KEYNOTE', mystery: 'Mystery: not named yet' };
const FIELDS = ['name', 'title', 'bio', 'marker'] as const;
const UNREADABLE = 'This browser cannot read this picture. Try a JPEG or PNG file.';

/** Adds a speaker, or changes one. */
export function SpeakerDialog({ speaker, onClose }: { speaker: AdminSpeaker | null; onClose: () => void }) {
  const { seen, follow } = useSeen(speaker);
  const action = useAction({
    run: (filled: Filled) => save(seen, filled),
    refreshes: [listAdminSpeakers.path],
    success: ({ name, marker }) => ({
      title: 'Speaker Saved',
      description:
        marker === 'mystery'
          ? `Until ${name} is announced, the home page shows a mystery speaker.`
          : `${name} is on the home page.`,
    }),
    failed: { title: 'Speaker Not Saved', otherwise: 'Failed to save the speaker' },
    // Saving a change again does no harm.
    unconfirmed: speaker ? undefined : ADDITION_UNCONFIRMED,
    onDone: onClose,
  });
  const form = useCallForm({
    schema: speakerForm,
    initial: valuesOf(seen),
    follows: speaker !== null,
    fields: FIELDS,
    refusal: action.error,
  });
  follow(form, action.error);
  const { field } = form;
  const pictureId = useId();
  const readingId = useId();
  const [isReading, setReading] = useState(false);
  const [pictureError, setPictureError] = useState<string | null>(null);
  const picture = form.form.watch('picture');
  const keepPicture = (value: string | null) => form.form.setValue('picture', value, { shouldDirty: true });
  /** The file chosen last: a larger one may be read more slowly than the next. */
  const chosen = useRef<File>(undefined);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    chosen.current = file;
    setReading(true);
    const small = await shrinkPicture(file).catch(() => null);
    if (chosen.current !== file) return;
    setReading(false);
    setPictureError(small === null ? UNREADABLE : null);
    if (small !== null) keepPicture(small);
  };
  const removePicture = () => {
    chosen.current = undefined;
    setReading(false);
    setPictureError(null);
    keepPicture(null);
  };
  const pictureFault = pictureError ?? form.errorOf('picture');
  const shown = picture === undefined ? speaker?.imageUrl : picture && `data:image/webp;base64,${picture}`;
  return (
    <FormDialog
      title={speaker ? speaker.name : 'New speaker'}
      form={form}
      action={action}
      submitLabel="Save speaker"
      blockedBy={isReading ? readingId : undefined}
      onClose={onClose}
    >
      <TextField label="Name" {...field('name')} />
      <TextField label="Title" optional hint="What the person does, in one line." {...field('title')} />
      <TextareaField label="Bio" optional {...field('bio')} />
      <SelectField
        label="Marker"
        emptyLabel="None"
        options={SPEAKER_MARKERS.map((value) => ({ value, label: MARKER_NAMES[value] }))}
        {...field('marker', { setValueAs: (value) => value || null })}
      />
      <div className="flex items-center gap-4">
        {shown && <img src={shown} alt="" className="size-20 rounded-full object-cover" />}
        <div className="flex min-w-0 flex-col gap-2">
          <label htmlFor={pictureId} className="text-md font-semibold">
            Picture <span className="font-normal text-fg-2">(optional; cropped to a square)</span>
          </label>
          <input
            id={pictureId}
            type="file"
            accept="image/*"
            className="max-w-full text-md file:mr-3 file:min-h-11 file:rounded-button file:border-[1.5px] file:border-input file:bg-surface file:px-4 file:font-semibold file:text-fg"
            onChange={({ target }) => {
              void choose(target.files?.[0]);
              // So that the same file can be chosen again.
              target.value = '';
            }}
          />
          {shown && (
            <Button variant="quiet" size="sm" className="self-start" onClick={removePicture}>
              Remove the picture
            </Button>
          )}
        </div>
      </div>
      <UnsavedWork when={isReading} />
      {isReading && (
        <p id={readingId}>
          <Spinner label="Reading the picture before it can be saved" />
        </p>
      )}
      {pictureFault && <Notice tone="error">{pictureFault}</Notice>}
    </FormDialog>
  );
}

const ADDITION_UNCONFIRMED = {
  title: 'Speaker Not Confirmed',
  otherwise: 'The speaker may have been added. Please look at the list before you try again.',
};

type Filled = ParsedOf<typeof speakerForm>;

function valuesOf(speaker: AdminSpeaker | null): InputOf<typeof speakerForm> {
  return {
    name: speaker?.name ?? '',
    title: speaker?.title ?? '',
    bio: speaker?.bio ?? '',
    marker: speaker?.marker ?? null,
    featured: speaker?.featured ?? false,
    mysteryUntil: speaker?.mysteryUntil ?? null,
    // Undefined leaves the stored picture as it is.
    picture: undefined,
  };
}

function save(speaker: AdminSpeaker | null, body: Filled): Promise<AdminSpeaker> {
  return speaker
    ? call(saveSpeaker, {
        params: { id: String(speaker.id) },
        body: { ...body, seenUpdatedAt: speaker.updatedAt },
      })
    : call(createSpeaker, { body });
}
