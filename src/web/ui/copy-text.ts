import { toast } from './toast-store.ts';

export const NOT_COPIED = { title: 'Not copied', description: 'Select the text and copy it by hand.' };

/** False if the browser refuses. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    // Without a secure connection, there is no clipboard.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies text to the clipboard; a toast says whether that worked. */
export async function copyText(text: string): Promise<void> {
  const isCopied = await writeToClipboard(text);
  toast(isCopied ? { tone: 'ok', title: 'Copied' } : { tone: 'error', ...NOT_COPIED });
}
