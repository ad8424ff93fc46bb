import { type MouseEvent, useEffect, useRef } from 'react';
import { useErrorTitle } from './use-error-title.ts';

export type FormError = { fieldId: string; message: string };

/**
 * The errors of a form's last attempt, above it. The focus moves here after each submit (`attempt` counts them) and when
 * errors appear, as with a refusal. Each line links to its field. The messages match those at the fields. The page's title
 * says that there are errors.
 */
export function ErrorSummary({ errors, attempt }: { errors: readonly FormError[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null);
  const shown = errors.length > 0;
  useErrorTitle(shown);
  useEffect(() => {
    if (attempt > 0 && shown) box.current?.focus();
  }, [attempt, shown]);
  if (!shown) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      data-focus-ring
      className="rounded-button border-[3px] border-error bg-surface p-5"
    >
      <div role="alert">
        <h2 className="text-xl">There is a problem</h2>
        <ul className="mt-3 flex flex-col gap-1.5">
          {errors.map(({ fieldId, message }) => (
            <li key={fieldId + message}>
              <a
                href={`#${fieldId}`}
                onClick={(event) => focusField(event, fieldId)}
                className="inline-block py-0.5 font-semibold text-error underline decoration-[1.5px] underline-offset-[0.18em] hover:decoration-[3px]"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function focusField(event: MouseEvent, fieldId: string) {
  const field = document.getElementById(fieldId);
  if (!field) return;
  event.preventDefault();
  // A group of choices has its words in its legend; any other field may be far from its section's.
  const group = field.matches('[type=radio], [type=checkbox]') ? field.closest('fieldset') : null;
  const withLabel = group ?? field.closest('div:has(> label)') ?? field;
  withLabel.scrollIntoView({ block: 'start' });
  field.focus({ preventScroll: true });
}
