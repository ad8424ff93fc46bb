import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

type ButtonLinkProps = ComponentProps<'a'> & { href: string; variant?: ButtonVariant; size?: ButtonSize };

/** A link that looks like a button. For a router's own link, give it `buttonClass(…)`. */
export function ButtonLink({
  variant = 'primary',
  size = 'md',
  className,
  children,
  ...link
}: ButtonLinkProps) {
  return (
    <a {...link} className={buttonClass(variant, size, className)}>
      {children}
    </a>
  );
}
