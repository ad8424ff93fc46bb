import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass, FieldFrame, type FieldTexts, useField } from './field-frame.tsx';

type TextareaFieldProps = ComponentProps<'textarea'> & FieldTexts & { inputClassName?: string };

export function TextareaField({ inputClassName, rows = 4, ...field }: TextareaFieldProps) {
  const { frame, control } = useField(field);
  return (
    <FieldFrame {...frame}>
      <textarea
        {...control}
        rows={rows}
        className={cx(controlClass, 'min-h-24 py-2.5 leading-normal', inputClassName)}
      />
    </FieldFrame>
  );
}
