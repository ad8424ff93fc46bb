import { RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Keeps a part that can't be loaded or rendered from breaking the page. */
export class PartBoundary extends Component<{ name: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    // A script that failed to load stays failed until the page is reloaded; the address leads back here.
    return (
      <Notice
        tone="error"
        title={`${this.props.name} could not be loaded`}
        action={
          <Button variant="secondary" size="sm" onClick={() => location.reload()}>
            <RotateCw aria-hidden="true" />
            Try again
          </Button>
        }
      >
        The other tabs still work.
      </Notice>
    );
  }
}
