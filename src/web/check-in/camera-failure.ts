export const CAMERA_FAILED = 'Could not access camera for QR scanning.';

/** Sentences for a camera that couldn't be opened, by the error's name. */
export function cameraFailure(error: unknown): string {
  if (!(error instanceof DOMException)) return error instanceof Error ? error.message : CAMERA_FAILED;
  const hints: Record<string, string> = {
    NotAllowedError: "The browser blocks it. Allow the camera in the browser's settings for this site.",
    NotFoundError: 'No camera was found on this device.',
    NotReadableError: 'Another app may be using it.',
    NotSupportedError: 'Browsers allow cameras only on pages loaded over https.',
  };
  return [CAMERA_FAILED, hints[error.name]].filter(Boolean).join(' ');
}
