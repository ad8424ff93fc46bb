/** The width of the code's white border in modules, as the server draws it. */
const QUIET_ZONE = 4;

/** A QR code's SVG document as an image URL, without its white border, because pages add their own padding. */
export function qrImageUrl(svg: string): string {
  const cropped = svg.replace(/viewBox="0 0 (\d+) \1"/, (_, side) => {
    const modules = Number(side) - 2 * QUIET_ZONE;
    return `viewBox="${QUIET_ZONE} ${QUIET_ZONE} ${modules} ${modules}"`;
  });
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(cropped)}`;
}
