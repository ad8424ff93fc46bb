import type { ScannerState } from './use-scanner.ts';

/** The camera's picture. */
export function CameraVideo({ scanner, className }: { scanner: ScannerState; className: string }) {
  return <video ref={scanner.video} muted playsInline aria-label="Camera view" className={className} />;
}
