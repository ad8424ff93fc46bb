export const CAMERA_FAILED = 'Could not access camera for QR scanning.';

/** Sentences for a camera that couldn't be opened, by the error's name. */
export function cameraFailure(error: unknown): string {
  if (!(error instanceof DOMException)) return error instanceof Error ? error.message : CAMERA_FAILED;
  const hints: Record<string, string> = {
    NotAllowedError: 'The browser does not allow it: open the settings of this site and allow the camera.',
    NotFoundError: 'No camera was found on this device.',
    NotReadableError: 'Another program may be using it.',
    NotSupportedError: 'The browser gives cameras only to pages that come over https.',
  };
  return [CAMERA_FAILED, hints[error.name]].filter(Boolean).join(' ');
}
