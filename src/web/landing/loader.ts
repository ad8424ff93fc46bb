/**
 * Brings the page to life after it has loaded, or as soon as somebody touches it: nothing competes with the first view,
 * not even the layout of what is further down. Inlined into the page, whose element says where the script is; so this
 * imports nothing.
 */
const FIRST_TOUCH = ['pointerdown', 'keydown', 'focusin', 'wheel'] as const;

const { script } = document.getElementById('landing')!.dataset;
let isLoading = false;

function load(): void {
  if (isLoading) return;
  isLoading = true;
  void import(/* @vite-ignore */ script!);
}

/** Lays out the next part that is further down. */
function layOutNext(): boolean {
  const next = document.querySelector('[data-later]');
  if (!next) return false;
  next.removeAttribute('data-later');
  const held = next.querySelector(':scope > noscript');
  if (held) held.outerHTML = held.textContent;
  return true;
}

function layOutAll(): void {
  while (layOutNext());
}

/** One part a picture, so that a touch in between never waits for more than one. */
function layOutInTurn(): void {
  // A tab in the background draws no pictures that could wait for it.
  if (document.hidden) layOutAll();
  // Idle moments alone can be several between two pictures, which would then lay out as many parts at once.
  else if (layOutNext()) requestAnimationFrame(() => whenIdle(layOutInTurn));
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 2000 });
  else setTimeout(act, 200);
}

function onTouch(): void {
  // From now on links to parts are followed smoothly; before, browsers put people back where they were.
  document.documentElement.dataset.touched = '';
  layOutAll();
  load();
}

function onLoad(): void {
  whenIdle(() => {
    load();
    layOutInTurn();
  });
}

for (const type of FIRST_TOUCH) addEventListener(type, onTouch, { once: true, passive: true });

// Whoever comes back is put where they were, and whoever follows a link to a part there: both take all heights above.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (visit?.type !== 'navigate' || location.hash) layOutAll();

if (document.readyState === 'complete') onLoad();
else addEventListener('load', onLoad, { once: true });

export {};
