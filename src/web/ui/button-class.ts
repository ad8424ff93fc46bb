import { cx } from './cx.ts';

export type ButtonVariant = 'beacon' | 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon' | 'row';

const base =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-button border-2 font-semibold leading-tight ' +
  'text-center no-underline select-none transition-[background-color,border-color,color] ' +
  'active:not-aria-disabled:inset-shadow-press disabled:opacity-60 aria-disabled:not-aria-busy:opacity-75 ' +
  '[&_svg]:size-[1.2em] [&_svg]:shrink-0';

const variants: Record<ButtonVariant, string> = {
  beacon: 'border-transparent bg-beacon text-ink hover:not-aria-disabled:bg-beacon-hover',
  primary: 'border-transparent bg-accent text-on-accent hover:not-aria-disabled:bg-accent-hover',
  secondary:
    'border-input bg-transparent text-fg hover:not-aria-disabled:border-accent ' +
    'hover:not-aria-disabled:bg-sunken',
  quiet:
    'border-transparent bg-transparent text-accent on-ink:text-fg hover:not-aria-disabled:bg-sunken ' +
    'hover:not-aria-disabled:text-fg',
  danger: 'border-transparent bg-error text-surface hover:not-aria-disabled:bg-error-hover',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 rounded-input px-3 py-1 text-dense',
  md: 'min-h-11 px-5 py-2 text-md',
  lg: 'min-h-[54px] px-6 py-3 text-base',
  icon: 'size-11 p-0 text-lg',
  row: 'h-9 w-11 p-0 text-lg lg:w-9',
};

/** Classes of a button or of a link that looks like one. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return cx(base, variants[variant], sizes[size], className);
}
