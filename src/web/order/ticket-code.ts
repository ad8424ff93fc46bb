/** A QR code's SVG document as an image URL. */
export function qrImageUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** A ticket code in groups of five characters, as people read it aloud. */
export function codeGroups(code: string): string[] {
  return code.match(/.{1,5}/g) ?? [];
}
