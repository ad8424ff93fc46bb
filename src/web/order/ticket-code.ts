/** A QR code's SVG document as the address of a picture. */
export function qrImageUrl(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}

/** A ticket code in groups of five letters, as people read it aloud. */
export function codeGroups(code: string): string[] {
  return code.match(/.{1,5}/g) ?? [];
}
