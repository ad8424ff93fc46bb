import { type ReactNode, useEffect, useRef } from 'react';
import { CameraVideo } from '../../scanning/camera-video.tsx';
import type { ScannerState } from '../../scanning/use-scanner.ts';
import { ViewFinder } from '../../scanning/view-finder.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { cameraProblem } from './camera-problem.ts';

/** The camera's picture within a full page, or why there is none. `otherwise` says what works without a camera. */
export function CameraSection({
  scanner,
  label,
  otherwise,
  children,
}: {
  scanner: ScannerState;
  label: string;
  otherwise?: string;
  children: ReactNode;
}) {
  const part = useRef<HTMLElement>(null);
  const isOn = scanner.state === 'on';
  useEffect(() => {
    // The pressed button is gone.
    if (isOn && document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  }, [isOn]);
  const problem = scanner.problem == null ? null : cameraProblem(scanner.problem);
  return (
    <section ref={part} tabIndex={-1} aria-label={label} className="grid gap-3 outline-none">
      <div
        className={cx(
          'relative h-52 overflow-hidden rounded-card bg-ink',
          scanner.state === 'off' && 'hidden',
        )}
      >
        <CameraVideo scanner={scanner} className="size-full object-cover" />
        <ViewFinder />
      </div>
      {problem && (
        <Notice tone="error" title={problem.title}>
          {problem.advice} {otherwise}
        </Notice>
      )}
      {children}
    </section>
  );
}
