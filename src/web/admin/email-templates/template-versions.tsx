import type { TemplateContent, TemplateDetails } from '#contract/email-templates.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { instantText } from '../instant-text.ts';

/** Earlier texts of the template. Restoring one only fills the editor; it takes effect when saved. */
export function TemplateVersions({
  versions,
  onRestore,
}: {
  versions: TemplateDetails['versions'];
  onRestore: (content: TemplateContent) => void;
}) {
  if (versions.length === 0) {
    return (
      <EmptyState title="No earlier versions yet">
        <p>Each time someone saves, the previous text is kept here.</p>
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line border-y border-line">
      {versions.map(({ id, subject, htmlContent, textContent, savedBy, savedAt }) => {
        const when = instantText(savedAt);
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold">Until {when}</p>
              <p className="text-sm wrap-anywhere text-fg-2">
                Replaced by {savedBy} · {subject}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Restore the version until ${when}`}
              onClick={() => onRestore({ subject, htmlContent, textContent })}
            >
              Restore
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
