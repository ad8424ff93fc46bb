import { toast } from './toast-store.ts';

/** Puts the text on the clipboard; a browser may refuse, and then people are told. */
export function copyText(text: string, onCopied: () => void): void {
  navigator.clipboard
    .writeText(text)
    .then(onCopied, () =>
      toast({ tone: 'error', title: 'Not copied', description: 'Select the text and copy it by hand.' }),
    );
}
