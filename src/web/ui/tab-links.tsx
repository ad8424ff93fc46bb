import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';

export type TabLink = { href: string; label: string; count?: number; current?: boolean };

export type TabLinkAttributes = {
  href: string;
  className: string;
  'aria-current': 'page' | undefined;
  children: ReactNode;
};

const tabClass =
  'relative inline-flex min-h-11 items-center gap-1.5 px-3 pt-1.5 pb-3.5 text-md font-semibold whitespace-nowrap ' +
  'text-fg-2 no-underline hover:text-fg rounded-chip focus-visible:outline-offset-[-3px] aria-[current]:text-fg ' +
  'after:absolute after:inset-x-2 after:bottom-0 after:h-[3px] after:rounded-t-full after:bg-transparent ' +
  'before:absolute before:bottom-[3px] before:left-1/2 before:h-[7px] before:w-3.5 before:-translate-x-1/2 ' +
  'before:rounded-t-full aria-[current]:before:bg-beacon ' +
  'hover:after:bg-line aria-[current]:after:bg-accent forced-colors:aria-[current]:after:bg-[Highlight]';

/** Views with addresses of their own, in one row; on a narrow screen it scrolls, the current one in sight. */
export function TabLinks({
  items,
  label,
  renderLink,
  className,
}: {
  items: readonly TabLink[];
  label: string;
  /** Draws one link with a router's own component; a plain anchor if left out. */
  renderLink?: (link: TabLinkAttributes) => ReactNode;
  className?: string;
}) {
  const strip = useRef<HTMLUListElement>(null);
  const current = items.find((item) => item.current)?.href;
  useEffect(() => {
    const row = strip.current;
    const tab = current && row?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !tab) return;
    row.scrollTo({ left: tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2 });
  }, [current]);
  return (
    <nav aria-label={label} className={cx('min-w-0', className)}>
      <ul
        ref={strip}
        className="relative flex scroll-hint-x border-b border-line [--hint-ground:var(--color-page)] [scrollbar-width:thin]"
      >
        {items.map((item) => (
          <li key={item.href}>
            <TabAnchor item={item} renderLink={renderLink} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabAnchor({
  item,
  renderLink,
}: {
  item: TabLink;
  renderLink: ((link: TabLinkAttributes) => ReactNode) | undefined;
}) {
  const attributes: TabLinkAttributes = {
    href: item.href,
    className: tabClass,
    'aria-current': item.current ? 'page' : undefined,
    children: (
      <>
        {item.label}
        {item.count !== undefined && (
          <span
            className={cx(
              'rounded-chip px-1.5 py-px text-sm tabular-nums',
              item.current ? 'bg-accent text-on-accent' : 'bg-sunken text-fg-2',
            )}
          >
            {item.count}
          </span>
        )}
      </>
    ),
  };
  if (renderLink) return renderLink(attributes);
  const { children, ...anchor } = attributes;
  return <a {...anchor}>{children}</a>;
}
