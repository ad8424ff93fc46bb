import { afterEach, expect, test, vi } from 'vitest';
import { getMyTicketPdf } from '#contract/my-ticket.ts';
import { ApiError } from './api.ts';
import { downloadFile } from './download-file.ts';
import { saveFile } from './save-file.ts';

vi.mock('./save-file.ts', () => ({ saveFile: vi.fn() }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test.each([
  ['attachment; filename="ticket.pdf"', 'ticket.pdf'],
  [undefined, 'download'],
])('the file of a response with %s is saved as %s', async (disposition, name) => {
  const headers = new Headers();
  if (disposition) headers.set('content-disposition', disposition);
  vi.stubGlobal('fetch', async () => new Response('%PDF', { headers }));
  await downloadFile(getMyTicketPdf, { key: 'k' });
  const [file, savedAs] = vi.mocked(saveFile).mock.calls[0]!;
  expect([await file.text(), savedAs]).toEqual(['%PDF', name]);
});

test('nothing is saved if a download is refused', async () => {
  const body = { code: 'ticket_not_paid', message: 'Not paid yet.' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 409 }));
  const refused = await downloadFile(getMyTicketPdf, { key: 'k' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 409, code: 'ticket_not_paid', sentence: 'Not paid yet.' });
  expect(saveFile).not.toHaveBeenCalled();
});
