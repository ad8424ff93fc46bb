import { Menu } from 'lucide-react';
import { event } from '#content/event.ts';
import { paths } from '#contract/paths.ts';
import { ArcMark } from './art/arc-mark.tsx';
import { ButtonLink } from './ui/button-link.tsx';

const sections = [
  ['topics', 'Topics'],
  ['speakers', 'Speakers'],
  ['agenda', 'Agenda'],
  ['sponsors', 'Sponsors'],
  ['contact', 'Contact'],
] as const;

const menuLink =
  'inline-flex min-h-11 w-full items-center rounded-button px-3 text-md font-semibold text-fg-2 no-underline hover:bg-sunken hover:text-fg';

/** The header's button; null if there is no target. */
type HeaderAction = { href: string; label: string } | null;

/** The button's target on pages without their own form. */
export function headerActionWhile(isClosed: boolean): HeaderAction {
  return isClosed
    ? { href: paths.section('newsletter-signup-hero'), label: 'Get updates' }
    : { href: paths.register, label: 'Register' };
}

/** Header of every public page. Needs no script: the narrow menu is a `details`. */
export function SiteHeader({ action }: { action: HeaderAction }) {
  return (
    <header className="on-ink bg-ink print:hidden">
      <div className="wrap flex min-h-18 items-center justify-between gap-2 py-2">
        <a
          href={paths.home}
          className="-ml-2 inline-flex min-h-11 min-w-0 items-center gap-2 rounded-button px-2 text-fg no-underline"
        >
          <ArcMark className="size-8 shrink-0" />
          <span className="font-display text-lg leading-tight font-[680] tracking-tight">{event.name}</span>
        </a>
        <div className="flex items-center gap-2">
          <nav aria-label="Home page sections" className="hidden lg:block">
            <SectionLinks className="flex items-center gap-1" />
          </nav>
          {action && (
            <ButtonLink href={action.href} variant="secondary" className="max-lg:hidden">
              {action.label}
            </ButtonLink>
          )}
          <NarrowMenu action={action} />
        </div>
      </div>
    </header>
  );
}

function NarrowMenu({ action }: { action: HeaderAction }) {
  return (
    <details className="group/menu relative lg:hidden">
      <summary className="grid size-11 list-none place-items-center rounded-button border-2 border-input hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden="true" className="size-5" />
        <span className="sr-only">Menu</span>
      </summary>
      <nav
        aria-label="Home page sections"
        className="absolute right-0 z-30 mt-2 w-56 max-w-[80vw] rounded-card border border-line bg-ink p-3 shadow-dialog"
      >
        <SectionLinks className="flex flex-col" />
        <a href={paths.findMyTicket} className={menuLink}>
          Find my ticket
        </a>
        {action && (
          <ButtonLink href={action.href} variant="secondary" className="mt-2 w-full">
            {action.label}
          </ButtonLink>
        )}
      </nav>
    </details>
  );
}

function SectionLinks({ className }: { className: string }) {
  return (
    <ul className={className}>
      {sections.map(([anchor, label]) => (
        <li key={anchor}>
          <a href={paths.section(anchor)} className={menuLink}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
