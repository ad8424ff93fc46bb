import { Notice } from '../../ui/notice.tsx';

/** Beyond this many names, only a count is shown. */
const NAMED = 20;

/** People whose badges have a line instead of a name. */
export function ByHand({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.length - NAMED;
  return (
    <Notice tone="warn" title="Write these names by hand">
      The badge font lacks some letters in these names, so each badge has a line to write on:{' '}
      {names.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${more} more`}. They are listed here only until you mark the badges as printed.
    </Notice>
  );
}
