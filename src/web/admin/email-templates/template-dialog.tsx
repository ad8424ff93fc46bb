import { useQuery } from '@tanstack/react-query';
import { getEmailTemplate } from '#contract/email-templates.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { TemplateEditor, type TemplateView } from './template-editor.tsx';

export function TemplateDialog({
  id,
  name,
  initialView,
  onClose,
}: {
  id: number;
  name: string;
  initialView: TemplateView;
  onClose: () => void;
}) {
  const template = useQuery({
    queryKey: [getEmailTemplate.path, id],
    queryFn: ({ signal }) => call(getEmailTemplate, { params: { id: String(id) }, signal }),
    // A reopened editor must not start with a stale text.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      onClose={onClose}
      variant="drawer"
      title={name}
      // The focus stays clear of the editor's bar.
      className="*:scroll-pb-32 sm:max-w-[min(84rem,calc(100vw-2rem))]"
    >
      <Loaded query={template} loading="Loading the template" failure="The template could not be loaded">
        {(found) => <TemplateEditor template={found} initialView={initialView} />}
      </Loaded>
    </Dialog>
  );
}
