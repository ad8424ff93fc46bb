import { Printer } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import type { ButtonVariant } from '../ui/button-class.ts';

/** Each ticket prints on its own page. */
export function PrintButton({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  return (
    <Button variant={variant} onClick={() => window.print()}>
      <Printer aria-hidden="true" />
      Print
    </Button>
  );
}
