import { BADGE_FORMAT_NAMES } from '#contract/words/badge-fields.ts';
import { BADGE_FORMATS, type BadgeFormat } from '#domain/badges.ts';
import { SelectField } from '../../ui/select-field.tsx';

export function LabelsField({
  value,
  onChange,
}: {
  value: BadgeFormat;
  onChange: (format: BadgeFormat) => void;
}) {
  return (
    <SelectField
      label="Labels in the printer"
      hint="Print at 100%, not “fit to page”."
      options={BADGE_FORMATS.map((format) => ({ value: format, label: BADGE_FORMAT_NAMES[format] }))}
      value={value}
      onChange={(change) => onChange(change.target.value as BadgeFormat)}
    />
  );
}
