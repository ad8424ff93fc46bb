import type { Page } from 'playwright-core';

/**
 * Does to a page, and to what appears on it from now on, what Google Translate does: each text goes into elements of its
 * own, so that it is no longer the node that React made.
 */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const untouched = 'font, script, style, svg, option, textarea';
    const wrap = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text);
      for (const text of found) {
        const parent = text.parentElement;
        if (!parent || parent.closest(untouched) || !text.nodeValue?.trim()) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        outer.append(inner);
        inner.append(text.nodeValue);
        text.parentNode!.replaceChild(outer, text);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.isConnected) wrap(target);
    }).observe(document.body, { childList: true, subtree: true });
  });
}
