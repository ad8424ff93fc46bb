import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { PAGES } from '#contract/paths.ts';
import { panelId, TABS, type TabKey, tabAfterKey, tabId } from './tabs.ts';

const tabClass =
  'relative inline-flex min-h-11 shrink-0 snap-center items-center px-2.5 text-dense font-semibold ' +
  'whitespace-nowrap text-fg-2 no-underline hover:text-fg focus-visible:outline-offset-[-3px] ' +
  'aria-selected:text-fg after:absolute after:inset-x-1.5 after:bottom-0 after:h-[3px] after:rounded-t-full ' +
  'after:bg-transparent hover:after:bg-line aria-selected:after:bg-accent ' +
  'forced-colors:aria-selected:after:bg-[Highlight]';

/**
 * Tabs as links. Arrow keys move the focus, Enter or Space opens, because opening may start a camera or a request.
 * Radix's Tabs would push the Orders tab's first load over its limit of 200 kB.
 */
export function TabList({ current }: { current: TabKey }) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = strip.current!;
    const tab = row.querySelector<HTMLElement>(`#${tabId(current)}`)!;
    row.scrollTo({ left: tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2 });
  }, [current]);
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label="Admin sections"
      className="relative flex overflow-x-auto border-b border-line xl:pr-72 [scrollbar-width:thin] max-md:[mask-image:linear-gradient(90deg,#000_calc(100%-40px),#0006)]"
    >
      {TABS.map(({ key, label }, index) => (
        <Link
          key={key}
          to={PAGES.admin}
          search={{ tab: key }}
          resetScroll={false}
          role="tab"
          id={tabId(key)}
          aria-selected={key === current}
          aria-controls={key === current ? panelId(key) : undefined}
          tabIndex={key === current ? 0 : -1}
          data-focus-ring
          onKeyDown={(event) => moveFocus(event, index)}
          className={tabClass}
        >
          {label}
        </Link>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLAnchorElement>, index: number) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === ' ') {
    event.preventDefault();
    event.currentTarget.click();
    return;
  }
  const next = tabAfterKey(event.key, index);
  if (next === null) return;
  event.preventDefault();
  document.getElementById(tabId(TABS[next]!.key))?.focus();
}
