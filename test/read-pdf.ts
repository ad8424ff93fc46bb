import sharp from 'sharp';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { readQr } from './journeys/read-qr.ts';

/** The text of each page, with single spaces. */
export async function textOfPages(file: Uint8Array): Promise<string[]> {
  const { text } = await extractText(Uint8Array.from(file), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

/** The pieces of text on each page, with the baseline's distance from the page's bottom in points. */
export async function placesOf(file: Uint8Array): Promise<{ text: string; y: number }[][]> {
  const document = await getDocumentProxy(Uint8Array.from(file));
  const pages = Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1));
  return Promise.all(
    pages.map(async (page) => {
      const { items } = await (await page).getTextContent();
      return items.flatMap((one) => ('str' in one ? [{ text: one.str, y: Number(one.transform[5]) }] : []));
    }),
  );
}

/** The left edges of the stroked rectangles on each page, in the order in which they were drawn. */
export async function boxesOf(file: Uint8Array): Promise<number[][]> {
  const document = await getDocumentProxy(Uint8Array.from(file));
  const { OPS } = await getResolvedPDFJS();
  const pages = Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1));
  return Promise.all(
    pages.map(async (page) => {
      const { fnArray, argsArray } = await (await page).getOperatorList();
      return fnArray.flatMap((operator, index) => {
        const [paint, , bounds] = argsArray[index] ?? [];
        return operator === OPS.constructPath && paint === OPS.stroke ? [Math.round(bounds[0])] : [];
      });
    }),
  );
}

/** A QR code on a page: its content, and its printed width. */
interface DrawnCode {
  readonly page: number;
  readonly text: string;
  readonly millimeters: number;
}

const QUIET_ZONE = 4;
const MILLIMETERS = 25.4 / 72;

/** The QR codes that are drawn as lines under a scale of their own. */
export async function codesOf(file: Uint8Array): Promise<DrawnCode[]> {
  const document = await getDocumentProxy(Uint8Array.from(file));
  const { OPS } = await getResolvedPDFJS();
  const codes: DrawnCode[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { fnArray, argsArray } = await (await document.getPage(page)).getOperatorList();
    let scale = 1;
    for (const [index, operator] of fnArray.entries()) {
      const args = argsArray[index];
      if (operator === OPS.transform) scale = args[0];
      if (operator !== OPS.constructPath || args[0] !== OPS.stroke || scale === 1) continue;
      const [left, , right] = args[2] as Float32Array;
      const [text = ''] = await readQr(await drawn(args[1][0] as Float32Array, right! + QUIET_ZONE));
      codes.push({ page, text, millimeters: (right! - left!) * scale * MILLIMETERS });
    }
  }
  return codes;
}

/** The path as a picture with 8 pixels per module. */
function drawn(path: Float32Array, side: number): Promise<Buffer> {
  let d = '';
  // Each point is preceded by its operation: 0 is a move, 1 a line.
  for (let at = 0; at < path.length; at += 3)
    d += `${path[at] === 0 ? 'M' : 'L'}${path[at + 1]} ${path[at + 2]}`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side * 8}" height="${side * 8}" viewBox="0 0 ${side} ${side}">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path stroke="#000" d="${d}"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** What a screen reader gets, in order: `H1`, `P`, `Figure: its alternative text`. */
export async function structureOf(file: Uint8Array, page: number): Promise<string[]> {
  const document = await getDocumentProxy(Uint8Array.from(file));
  const tree = await (await document.getPage(page)).getStructTree();
  const roles = (node: Node): string[] =>
    node.role
      ? [node.alt ? `${node.role}: ${node.alt}` : node.role, ...(node.children ?? []).flatMap(roles)]
      : [];
  return roles(tree as Node);
}

interface Node {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Node[];
}
