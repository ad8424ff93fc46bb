// Functions that run in the page. Each finds layout faults at the current width.

/** What scrolls sideways: the page, or a box in it. */
export function findOverhang(): string[] {
  const describe = (one: Element) =>
    `${one.tagName.toLowerCase()}${one.id && `#${one.id}`}.${(one.getAttribute('class') ?? '').split(' ').slice(0, 8).join('.')}`;
  const all = [...document.body.querySelectorAll('*')];
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) {
    found.push(`scrolls ${scrollWidth - clientWidth} px to the side`);
    const wide = all.filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
    const innermost = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)));
    found.push(...innermost.slice(0, 16).map((one) => `beyond the edge: ${describe(one)}`));
  }
  const boxes = all.filter(
    (one) =>
      one.scrollWidth > one.clientWidth + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) &&
      // Tabs and snapping rows may scroll, and tables at medium widths.
      one.getAttribute('role') !== 'tablist' &&
      getComputedStyle(one).scrollSnapType === 'none' &&
      !(one.querySelector(':scope > table') && innerWidth < 1280),
  );
  const describeBox = (one: Element) => `scrolls ${one.scrollWidth - one.clientWidth} px: ${describe(one)}`;
  return [...found, ...boxes.map(describeBox)];
}

/** Targets that are too small or outside the screen. `least`: the minimum size in pixels. */
export function findBadTargets(least: number): string[] {
  const found: string[] = [];
  const { clientWidth } = document.documentElement;
  // Nothing under a dialog can be touched.
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const root = dialogs[dialogs.length - 1] ?? document.body;
  for (const one of root.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')) {
    // A control drawn by its label is touched there; a link within text may be as high as its line.
    const target = one.closest('label') ?? one;
    const { width, height, left, right } = target.getBoundingClientRect();
    if (width === 0 || getComputedStyle(one).visibility === 'hidden' || one.closest('.sr-only')) continue;
    const isInText = getComputedStyle(one).display === 'inline';
    const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? one.id;
    if (!isInText && (width < least || height < least)) found.push(`${name}: ${width} × ${height} px`);
    const scroller = one.closest('[role=tablist]');
    if (!scroller && (left < 0 || right > clientWidth + 1)) found.push(`${name}: outside the screen`);
  }
  return found;
}

/** Ordinary words that are split. Words with their own break, such as a hyphen, and addresses may be. */
export function findBrokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only, svg, noscript'))
      continue;
    for (const word of node.textContent!.matchAll(/(?<![\w@.])\p{L}{2,20}(?![\w@.])/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(`splits ${word[0]}`);
    }
  }
  return broken;
}

/** Which of these texts are columns of single letters, which fit but cannot be read, or are not there. */
export function findColumns(texts: readonly string[]): string[] {
  const shown = [...document.body.querySelectorAll('*')].filter(
    (one) => one.childElementCount === 0 && one.checkVisibility(),
  );
  return texts.flatMap((text) => {
    const heights = shown
      .filter((one) => one.textContent.trim() === text)
      .map((one) => one.getBoundingClientRect().height);
    if (heights.length === 0) return [`no ${text}`];
    return heights.filter((height) => height > 200).map((height) => `${text} is ${height} px high`);
  });
}

/** Replaces every text from the content with the long word, until `restoreTexts`. */
export function stretchTexts(word: string): void {
  for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  const stretched = found.filter(({ parentElement, textContent }) => {
    // Labels, dates and figures are ours and short.
    const isKept = parentElement?.closest(
      'script, style, noscript, svg, nav, time, header .rounded-button, form button, .even-figures, .whitespace-nowrap, [role="timer"], [href="#main"], .sr-only',
    );
    return !isKept && textContent!.trim().length > 1;
  });
  Object.assign(window, { stretched: stretched.map((one) => [one, one.textContent]) });
  for (const one of stretched) one.textContent = word;
}

export function restoreTexts(): void {
  const { stretched } = window as unknown as { stretched: [Node, string][] };
  for (const [node, text] of stretched) node.textContent = text;
}
