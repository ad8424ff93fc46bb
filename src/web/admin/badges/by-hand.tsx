import { Notice } from '../../ui/notice.tsx';

/** Beyond this many names, only a count is shown. */
const NAMED = 20;

/** People whose badges have a line instead of a name. */
export function ByHand({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.length - NAMED;
  const [theseNames, eachBadge] =
    names.length === 1 ? ['this name', 'the badge'] : ['these names', 'each badge'];
  return (
    <Notice tone="warn" title={`Write ${theseNames} by hand`}>
      {`The badge font lacks some letters in ${theseNames}, so ${eachBadge} has a line to write on: `}
      {names.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${more} more`}. This list disappears once you press Mark as printed.
    </Notice>
  );
}
