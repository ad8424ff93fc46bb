import type { Boot } from '#contract/boot.ts';

/** Of the page at hand. On the server `setBoot` names it before each render, and no render makes way for another. */
export let boot: Boot =
  typeof document === 'undefined'
    ? (undefined as unknown as Boot)
    : (JSON.parse(document.getElementById('boot')!.textContent!) as Boot);

export function setBoot(given: Boot): void {
  boot = given;
}
