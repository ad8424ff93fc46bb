import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import type { DoorEngine, DoorState } from '../engine/door-engine.ts';

/** What every screen needs. */
export interface DoorProps {
  readonly engine: DoorEngine;
  readonly state: DoorState;
}

export interface ScreenProps extends DoorProps {
  readonly onBack: () => void;
}

/** For thumbs. */
export function BigButton(props: ComponentProps<typeof Button>) {
  return <Button size="lg" className="min-h-16! w-full text-lg!" {...props} />;
}

/** A screen over the camera, with a Back button. The focus starts on its title, unless a field takes it. */
export function Screen({
  title,
  heading: given,
  onBack,
  footer,
  children,
}: {
  title: ReactNode;
  /** To focus the title, after the focused button is gone. */
  heading?: RefObject<HTMLHeadingElement | null>;
  onBack: () => void;
  /** Stays at the lower edge while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const own = useRef<HTMLHeadingElement>(null);
  const heading = given ?? own;
  useEffect(() => {
    if (!heading.current?.closest('section')?.contains(document.activeElement)) heading.current?.focus();
  }, [heading]);
  return (
    <section className="absolute inset-0 z-20 flex flex-col bg-page">
      <header className="flex items-center gap-1 border-b border-line bg-surface p-2">
        <button
          type="button"
          aria-label="Back to the camera"
          onClick={onBack}
          className={buttonClass('quiet', 'icon', 'size-12!')}
        >
          <ArrowLeft aria-hidden="true" />
        </button>
        <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-xl!">
          {title}
        </h1>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div className="mx-auto grid max-w-160 gap-5 p-4">{children}</div>
      </div>
      {footer && (
        <footer className="border-t border-line bg-surface p-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
          <div className="mx-auto grid max-w-160 gap-2">{footer}</div>
        </footer>
      )}
    </section>
  );
}
