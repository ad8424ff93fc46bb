import type { ComponentProps } from 'react';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { TRACKS } from '#domain/packages.ts';
import { SelectField } from './ui/select-field.tsx';

type TrackFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'options' | 'optional'>;

/** The choice of a track, which may also be made later. */
export function TrackField({ emptyLabel = 'Choose later', ...field }: TrackFieldProps) {
  const options = TRACKS.map((value) => ({ value, label: TRACK_NAMES[value] }));
  return <SelectField label="Track" optional emptyLabel={emptyLabel} options={options} {...field} />;
}
