export interface CameraProblem {
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
}

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: {
    title: 'The camera is blocked',
    advice: 'Allow the camera in the browser’s settings for this site, then try again.',
  },
  NotFoundError: { title: 'This device has no camera', advice: 'Connect a camera, or use another device.' },
  NotReadableError: {
    title: 'Another app is using the camera',
    advice: 'Close that app, or end the call, and try again.',
  },
  NotSupportedError: {
    title: 'This page cannot use the camera',
    advice: 'Open the invitation in this phone’s browser, at an address that starts with https.',
  },
};

const LOST: CameraProblem = { title: 'The camera stopped', advice: 'Try again.' };

/** Why the camera shows nothing, and what to do about it. */
export function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return PROBLEMS[name] ?? LOST;
}
