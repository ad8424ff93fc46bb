import { toast } from './toast-store.ts';

/** Copies text to the clipboard; a toast says so if the browser refuses. */
export function copyText(text: string, onCopied: () => void): void {
  navigator.clipboard
    .writeText(text)
    .then(onCopied, () =>
      toast({ tone: 'error', title: 'Not copied', description: 'Select the text and copy it by hand.' }),
    );
}
