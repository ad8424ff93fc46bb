import type { Boot } from '#contract/boot.ts';

/**
 * The current page's data. On the server, `setBoot` sets it before each render; renders are synchronous, so they can't
 * mix.
 */
export let boot: Boot =
  typeof document === 'undefined'
    ? (undefined as unknown as Boot)
    : (JSON.parse(document.getElementById('boot')!.textContent!) as Boot);

export function setBoot(given: Boot): void {
  boot = given;
}
