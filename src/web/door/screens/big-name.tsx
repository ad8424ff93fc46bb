import { cx } from '../../ui/cx.ts';

/** As large as its longest word allows, so that no word of a name is split. */
export function BigName({ name }: { name: string }) {
  const longest = Math.max(...name.split(/[\s-]/).map((word) => word.length));
  return (
    <p
      className={cx(
        'font-display leading-none font-[680] tracking-[-0.025em] text-balance wide:text-[2.75rem]',
        longest > 12 ? 'text-[clamp(1.625rem,8.4vw,3.5rem)]' : 'text-[clamp(2.25rem,12vw,3.5rem)]',
      )}
    >
      {name}
    </p>
  );
}
