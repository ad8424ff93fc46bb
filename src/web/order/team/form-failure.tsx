import { asksForSecond } from '../../api-errors.ts';
import { SecondPersonQuestion } from '../../second-person-question.tsx';
import { Notice } from '../../ui/notice.tsx';

/** A refused form's message: a sentence, or the question whether this is a second person. */
export function FormFailure({
  error,
  failure,
  isBusy,
  onSecond,
}: {
  error: unknown;
  failure: string | null;
  isBusy: boolean;
  /** Omitted where a second person can't be confirmed. */
  onSecond?: () => void;
}) {
  if (!failure) return null;
  if (!onSecond || !asksForSecond(error)) return <Notice tone="error">{failure}</Notice>;
  return (
    <SecondPersonQuestion confirmLabel="Yes, add a second person" isBusy={isBusy} onConfirm={onSecond}>
      Your team already has a person with this name and email. If you meant someone else, change the name or
      the email.
    </SecondPersonQuestion>
  );
}
