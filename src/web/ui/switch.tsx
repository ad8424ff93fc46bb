import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  labelHidden?: boolean;
};

/** A switch for a setting that applies at once, without a Save button. */
export function Switch({ label, labelHidden = false, className, ...input }: SwitchProps) {
  return (
    <label className={cx('inline-flex min-h-11 items-center gap-3 has-disabled:opacity-60', className)}>
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox brings its own checked state
        role="switch"
        className={cx(
          'relative h-7 w-12 shrink-0 appearance-none rounded-full border-2 border-input bg-surface transition-colors',
          'before:absolute before:top-1/2 before:left-1 before:size-4 before:-translate-y-1/2 before:rounded-full',
          'before:bg-input before:transition-[left,background-color] checked:before:left-6 checked:before:bg-on-accent',
          'checked:border-accent checked:bg-accent forced-colors:appearance-auto forced-colors:before:hidden',
        )}
      />
      <span className={labelHidden ? 'sr-only' : 'text-md'}>{label}</span>
    </label>
  );
}
