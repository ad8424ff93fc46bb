import type { Boot } from '#contract/boot.ts';

export const boot: Boot = JSON.parse(document.getElementById('boot')!.textContent!) as Boot;
