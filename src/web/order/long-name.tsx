import { useLayoutEffect, useRef } from 'react';
import { cx } from '../ui/cx.ts';

/**
 * A name in the size of `className`. If one of its words doesn't fit, the name gets smaller; a word is split only if it
 * doesn't fit even then.
 */
export function LongName({ className, children }: { className: string; children: string }) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const name = box.current!;
    const measure = () => {
      name.removeAttribute('data-tight');
      name.toggleAttribute('data-tight', name.scrollWidth > name.clientWidth);
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(name);
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      resized.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
    };
  });
  return (
    <span
      ref={box}
      className={cx(
        'block wrap-normal data-tight:wrap-anywhere data-tight:text-[clamp(20px,5vw,30px)]',
        className,
      )}
    >
      {children}
    </span>
  );
}
