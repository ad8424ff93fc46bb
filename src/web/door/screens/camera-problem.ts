export interface CameraProblem {
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
}

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: {
    title: 'The camera is not allowed',
    advice: "Allow the camera in this site's settings of the browser, then try again.",
  },
  NotFoundError: {
    title: 'This device has no camera',
    advice: 'Use a handheld scanner, or find people by name.',
  },
  NotReadableError: {
    title: 'Another app is using the camera',
    advice: 'Close that app, or end the call, and try again.',
  },
  NotSupportedError: {
    title: 'This browser has no camera for this page',
    advice: 'Open the invitation in the browser of this phone, at an address that starts with https.',
  },
};

const LOST: CameraProblem = { title: 'The camera stopped', advice: 'Try again, or find people by name.' };

/** Why there is no picture, and what to do about it. */
export function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return PROBLEMS[name] ?? LOST;
}
