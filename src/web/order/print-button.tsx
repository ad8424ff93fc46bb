import { Printer } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** Prints the tickets if there are any, else the page. */
export function PrintButton() {
  return (
    <Button variant="secondary" onClick={() => window.print()}>
      <Printer aria-hidden="true" />
      Print
    </Button>
  );
}
