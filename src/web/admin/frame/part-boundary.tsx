import { RotateCw } from 'lucide-react';
import { Component, type ComponentType, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

interface Part {
  /** Begins the sentence that says it could not be loaded. */
  name: string;
  /** What to do instead; by default, that the rest works. */
  advice?: ReactNode;
  /** For a part that the page can do without. */
  onClose?: () => void;
  children: ReactNode;
}

/** Keeps a part that can't be loaded or rendered from breaking the page. */
export class PartBoundary extends Component<Part, { failed: boolean }> {
  override state = { failed: false };
  /** What had the focus before this part took its place. */
  private readonly opener = document.activeElement;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { name, advice = 'The rest of the dashboard still works.', onClose, children } = this.props;
    const close = () => {
      onClose?.();
      // Before the pressed button disappears.
      if (this.opener instanceof HTMLElement) this.opener.focus();
    };
    if (!this.state.failed) return children;
    // A script that failed to load stays failed until the page is reloaded; the address leads back here.
    return (
      <div ref={show}>
        <Notice
          tone="error"
          title={`${name} could not be loaded`}
          action={
            <div className="flex gap-2">
              <Button variant="secondary" size="sm" onClick={() => location.reload()}>
                <RotateCw aria-hidden="true" />
                Reload the page
              </Button>
              {onClose && (
                <Button variant="quiet" size="sm" onClick={close}>
                  Close
                </Button>
              )}
            </div>
          }
        >
          {advice}
        </Notice>
      </div>
    );
  }
}

/** `onDemand` in a `PartBoundary`, whose message the part's own `onClose`, if any, also closes. */
export function deskPart<File, Name extends keyof File>(
  load: () => Promise<File>,
  name: Name,
  words = 'The next step',
  advice?: ReactNode,
): File[Name] {
  const Loaded = onDemand(load, name) as ComponentType<object>;
  const shown = (props: Pick<Part, 'onClose'>) => (
    <PartBoundary name={words} advice={advice} onClose={props.onClose}>
      <Loaded {...props} />
    </PartBoundary>
  );
  return shown as File[Name];
}

/** The page may be scrolled elsewhere. */
function show(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' });
}
