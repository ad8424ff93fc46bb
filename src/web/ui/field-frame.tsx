import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to fix it; the same words as in the error summary. */
  error?: string | undefined;
  /** Adds “(optional)” to the label. */
  optional?: boolean;
};

export type FieldIds = { id: string; hintId: string; errorId: string };

/**
 * Ids of a field and its texts. The field's id is `id` or its `name`, so that an error summary can link to it; pass
 * an `id` if two forms on a page share a name.
 */
export function useFieldIds(id: string | undefined, name: string | undefined): FieldIds {
  const generated = useId();
  const fieldId = id ?? name ?? generated;
  return { id: fieldId, hintId: `${fieldId}-hint`, errorId: `${fieldId}-error` };
}

/** Attributes that tie a control to its hint and its error. */
export function describe(ids: FieldIds, texts: Pick<FieldTexts, 'hint' | 'error'>, describedBy?: string) {
  const described = cx(describedBy, texts.hint ? ids.hintId : null, texts.error ? ids.errorId : null);
  return { 'aria-describedby': described || undefined, 'aria-invalid': texts.error ? true : undefined };
}

type LabeledControl = FieldTexts & {
  id?: string | undefined;
  name?: string | undefined;
  className?: string | undefined;
  'aria-describedby'?: string | undefined;
};

/** Splits a field's props: label, texts and `className` go to its frame, everything else to its control. */
export function useField<Props extends LabeledControl>({
  label,
  hint,
  error,
  optional,
  className,
  ...control
}: Props) {
  const ids = useFieldIds(control.id, control.name);
  const frame = { ids, label, hint, error, optional, className };
  return { frame, control: { ...control, ...describe(ids, frame, control['aria-describedby']), id: ids.id } };
}

/** The style of one-line controls and text areas. */
export const controlClass =
  'block w-full rounded-input border-[1.5px] border-input bg-surface px-3.5 text-md text-fg ' +
  'transition-[border-color,box-shadow] placeholder:text-fg-3 hover:not-disabled:border-accent ' +
  'aria-invalid:border-error aria-invalid:shadow-[inset_0_0_0_1px_var(--color-error)] ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-fg-2 ' +
  'read-only:not-[select]:bg-sunken/60';

export function FieldFrame({
  ids,
  label,
  hint,
  error,
  optional,
  className,
  children,
}: FieldTexts & { ids: FieldIds; className?: string; children: ReactNode }) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={ids.id} className="text-md font-semibold text-fg">
        {label}
        {optional && <span className="font-normal text-fg-2"> (optional)</span>}
      </label>
      {hint && <FieldHint id={ids.hintId}>{hint}</FieldHint>}
      {error && <FieldError id={ids.errorId}>{error}</FieldError>}
      {children}
    </div>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-dense text-fg-2">
      {children}
    </p>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-dense font-semibold text-error">
      <CircleAlert aria-hidden="true" className="mt-px size-[1.2em] shrink-0" />
      <span>
        <span className="sr-only">Error: </span>
        <span>{children}</span>
      </span>
    </p>
  );
}
