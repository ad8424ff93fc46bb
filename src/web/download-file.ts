import type { InputOf, Route } from '#contract/route.ts';
import { callForFile } from './api.ts';

/** Saves the file that a call returns. Rejects with ApiError, like every call. */
export async function downloadFile<R extends Route>(route: R, body: InputOf<R['body']>): Promise<void> {
  const { file, name } = await callForFile(route, body);
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started saving by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
