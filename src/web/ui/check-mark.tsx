import { Check } from 'lucide-react';

/** Precedes an item of an inclusion list; as high as its text. */
export function CheckMark() {
  return (
    <Check aria-hidden="true" strokeWidth={2.6} className="mt-[0.15em] size-[1.1em] shrink-0 text-accent" />
  );
}
