/** `digital-safety-summit`: a title as a file name, in ASCII and without extension. */
export function fileNameOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
