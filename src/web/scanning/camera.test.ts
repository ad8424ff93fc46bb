import { afterEach, expect, test, vi } from 'vitest';
import { localStore } from '../storage.ts';
import { chooseCamera, openCamera } from './camera.ts';

afterEach(() => {
  localStore.remove('door-camera');
  vi.unstubAllGlobals();
});

/** Cameras `rear` and `broken`, which was chosen. Tells which ones the page asks for. */
function setCameras(errors: { readonly broken: string; readonly rear?: string }) {
  chooseCamera('broken');
  const asked: string[] = [];
  const open = async ({ video }: { video: MediaTrackConstraints }) => {
    const id = video.deviceId ? 'broken' : 'rear';
    asked.push(id);
    const error = errors[id];
    if (error) throw new DOMException('', error);
    const track = { getSettings: () => ({ deviceId: id }) };
    return { getVideoTracks: () => [track] };
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: open } });
  return asked;
}

test.each(['OverconstrainedError', 'NotFoundError', 'NotReadableError', 'AbortError'])(
  'instead of a chosen camera that fails with %s, the rear one opens, from then on at once',
  async (broken) => {
    const asked = setCameras({ broken });
    expect((await openCamera()).deviceId).toBe('rear');
    expect((await openCamera()).deviceId).toBe('rear');
    expect(asked).toEqual(['broken', 'rear', 'rear']);
  },
);

test('a refusal is not asked about again, and the chosen camera stays chosen', async () => {
  const asked = setCameras({ broken: 'NotAllowedError' });
  for (const _ of [1, 2]) await expect(openCamera()).rejects.toMatchObject({ name: 'NotAllowedError' });
  expect(asked).toEqual(['broken', 'broken']);
});

test('the chosen camera stays chosen if no other works either, as during a call', async () => {
  const asked = setCameras({ broken: 'NotReadableError', rear: 'NotReadableError' });
  for (const _ of [1, 2]) await expect(openCamera()).rejects.toMatchObject({ name: 'NotReadableError' });
  expect(asked).toEqual(['broken', 'rear', 'broken', 'rear']);
});
