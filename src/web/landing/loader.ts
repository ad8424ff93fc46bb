/**
 * Brings the page to life after it has loaded, or as soon as somebody touches it: nothing competes with the first view.
 * Inlined into the page, whose element says where the script is; so this imports nothing.
 */
const FIRST_TOUCH = ['pointerdown', 'keydown', 'focusin'] as const;

const { script } = document.getElementById('landing')!.dataset;
let isLoading = false;

function load(): void {
  if (isLoading) return;
  isLoading = true;
  void import(/* @vite-ignore */ script!);
}

for (const type of FIRST_TOUCH) addEventListener(type, load, { once: true, passive: true });

function loadWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 2000 });
  else setTimeout(load, 200);
}

if (document.readyState === 'complete') loadWhenIdle();
else addEventListener('load', loadWhenIdle, { once: true });

export {};
