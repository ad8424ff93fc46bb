import { localStore } from '../storage.ts';

const REMEMBERED = 'door-camera';

/** The camera last chosen on this device, otherwise the rear one. Rejects if there is none or access is denied. */
export async function openCamera() {
  if (!navigator.mediaDevices?.getUserMedia) {
    throw new DOMException('This page has no access to cameras.', 'NotSupportedError');
  }
  const stream = await openStream(localStore.get(REMEMBERED));
  const track = stream.getVideoTracks()[0];
  if (!track) throw new DOMException('The camera sends no video.', 'NotReadableError');
  return {
    stream,
    deviceId: track.getSettings().deviceId,
    canLight: hasTorch(track),
    setLight: (on: boolean) =>
      track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }),
    /** Called once if the device is unplugged or taken by another program. */
    onLost: (listener: () => void) => track.addEventListener('ended', listener, { once: true }),
    close: () => {
      for (const one of stream.getTracks()) one.stop();
    },
  };
}

export type Camera = Awaited<ReturnType<typeof openCamera>>;

/** The ids of this device's cameras, which are known only once access to one was granted. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter((one) => one.kind === 'videoinput' && one.deviceId).map((one) => one.deviceId);
}

export function chooseCamera(deviceId: string): void {
  localStore.set(REMEMBERED, deviceId);
}

/** Whether access to cameras is denied. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError';
}

async function openStream(chosen: string | null): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const atTheBack = { facingMode: { ideal: 'environment' }, ...size };
  if (!chosen) return navigator.mediaDevices.getUserMedia({ video: atTheBack });
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { deviceId: { exact: chosen }, ...size } });
  } catch (error) {
    if (isRefusal(error)) throw error;
    // The remembered camera isn't connected, has a new id, or doesn't work. If another one works, it is forgotten.
    const stream = await navigator.mediaDevices.getUserMedia({ video: atTheBack });
    localStore.remove(REMEMBERED);
    return stream;
  }
}

function hasTorch(track: MediaStreamTrack): boolean {
  const abilities = track.getCapabilities?.() as (MediaTrackCapabilities & { torch?: boolean }) | undefined;
  return abilities?.torch === true;
}
