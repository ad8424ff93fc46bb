import { instantText } from '../instant-text.ts';

/** Day and time on two lines, for narrow columns. */
export function Instant({ at }: { at: string }) {
  const text = instantText(at);
  const cut = text.lastIndexOf(', ');
  return (
    <time dateTime={at} className="block text-sm/tight whitespace-nowrap max-[359px]:whitespace-normal">
      {text.slice(0, cut)}
      <span className="lg:hidden">, </span>
      <span className="lg:block">{text.slice(cut + 2)}</span>
    </time>
  );
}
