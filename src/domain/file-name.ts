/** `digital-safety-summit`: a title as the name of a file, in ASCII and without the ending. */
export function fileNameOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
