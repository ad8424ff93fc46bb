import type { InputOf, Route } from '#contract/route.ts';
import { callForFile } from './api.ts';

/** Saves the file that a call answers with. Rejects with ApiError, as every call does. */
export async function downloadFile<R extends Route>(route: R, body: InputOf<R['body']>): Promise<void> {
  const { file, name } = await callForFile(route, body);
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to save it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
