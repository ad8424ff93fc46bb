import { localStore } from '../storage.ts';

export type Signal = 'ok' | 'used' | 'bad';

/** One tone: pitch in hertz, start and length in seconds. */
type Tone = readonly [pitch: number, start: number, length: number];

const TONES: Record<Signal, { wave: OscillatorType; tones: readonly Tone[] }> = {
  ok: {
    wave: 'sine',
    tones: [
      [660, 0, 0.1],
      [990, 0.1, 0.18],
    ],
  },
  used: {
    wave: 'triangle',
    tones: [
      [520, 0, 0.12],
      [520, 0.2, 0.12],
    ],
  },
  bad: { wave: 'sawtooth', tones: [[160, 0, 0.4]] },
};
const VIBRATIONS: Record<Signal, number[]> = { ok: [60], used: [60, 60, 60], bad: [300] };
const VOLUME = 0.25;
const REMEMBERED = 'door-muted';

let audio: AudioContext | null = null;

/** Browsers allow sound only after a tap, so call it in a tap handler. */
export function unlockSound(): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume();
}

/** Signals a result by vibration and, unless muted, by sound. */
export function giveSignal(signal: Signal): void {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(VIBRATIONS[signal]);
  if (!audio || isMuted()) return;
  const { wave, tones } = TONES[signal];
  for (const tone of tones) playTone(audio, wave, tone);
}

export function isMuted(): boolean {
  return localStore.get(REMEMBERED) === 'true';
}

export function setMuted(muted: boolean): void {
  localStore.set(REMEMBERED, String(muted));
}

function playTone(context: AudioContext, wave: OscillatorType, [pitch, start, length]: Tone) {
  const from = context.currentTime + start;
  const source = new OscillatorNode(context, { type: wave, frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(VOLUME, from + 0.01);
  volume.gain.setValueAtTime(VOLUME, from + length - 0.03);
  volume.gain.linearRampToValueAtTime(0, from + length);
  source.connect(volume).connect(context.destination);
  source.start(from);
  source.stop(from + length);
}
