import { useQuery } from '@tanstack/react-query';
import { Eye, Pencil } from 'lucide-react';
import { useState } from 'react';
import { listEmailTemplates } from '#contract/email-templates.ts';
import type { ParsedOf } from '#contract/route.ts';
import { queryOf } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { deskPart } from '../frame/part-boundary.tsx';
import type { TemplateView } from './template-editor.tsx';

const TemplateDialog = deskPart(() => import('./template-dialog.tsx'), 'TemplateDialog', 'The template');

type EmailTemplate = ParsedOf<typeof listEmailTemplates.response>[number];

const PREVIEW_LENGTH = 200;
const VIEWS = [
  { value: 'edit', label: 'Edit', Icon: Pencil },
  { value: 'preview', label: 'Preview', Icon: Eye },
] as const;

export function EmailTemplatesTab() {
  const templates = useQuery(queryOf(listEmailTemplates));
  return (
    <Loaded
      query={templates}
      loading="Loading email templates"
      failure="The email templates could not be loaded"
    >
      {(found) => (
        <>
          <h2 className="mb-4 text-lg">Email templates</h2>
          {found.length === 0 && (
            <Card>
              <EmptyState title="No email templates yet" />
            </Card>
          )}
          <ul className="grid gap-4 lg:grid-cols-2">
            {found.map((one) => (
              <li key={one.id}>
                <TemplateCard template={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

function TemplateCard({ template }: { template: EmailTemplate }) {
  const preview = template.content.slice(0, PREVIEW_LENGTH);
  const type = template.type.replaceAll('_', ' ');
  const [view, setView] = useState<TemplateView | null>(null);
  return (
    <Card className="flex h-full flex-col">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3>{template.name}</h3>
        <Badge>
          <span className="first-letter:uppercase">{type}</span>
        </Badge>
      </div>
      <p className="mt-2 text-md">
        <span className="text-fg-2">Subject: </span>
        {template.subject}
      </p>
      <p className="code mt-4 rounded-input bg-sunken/60 p-3 text-sm text-fg-2">
        {preview}
        {template.content.length > PREVIEW_LENGTH && '…'}
      </p>
      <div className="mt-auto flex flex-wrap gap-3 pt-4">
        {VIEWS.map(({ value, label, Icon }) => (
          <Button
            key={value}
            variant="secondary"
            size="sm"
            aria-label={`${label} ${template.name}`}
            onClick={() => setView(value)}
          >
            <Icon aria-hidden="true" />
            {label}
          </Button>
        ))}
      </div>
      {view && (
        <TemplateDialog
          id={template.id}
          name={template.name}
          initialView={view}
          onClose={() => setView(null)}
        />
      )}
    </Card>
  );
}
