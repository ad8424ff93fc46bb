import { toast } from './toast-store.ts';

/** Copies text to the clipboard; a toast says so if the browser refuses. */
export async function copyText(text: string, onCopied: () => void): Promise<void> {
  try {
    // Without a secure connection, there is no clipboard.
    await navigator.clipboard.writeText(text);
  } catch {
    toast({ tone: 'error', title: 'Not copied', description: 'Select the text and copy it by hand.' });
    return;
  }
  onCopied();
}
