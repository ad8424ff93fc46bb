import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { BadgeFile } from '#contract/badges.ts';
import { fullName } from '#domain/attendee.ts';
import type { BadgeFormat } from '#domain/badges.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ByHand } from './by-hand.tsx';
import { LabelsField } from './labels-field.tsx';
import { badgeFileUrl, useConfirmBadges, useMakeBadges } from './use-badges.ts';

export function PrintBadge({
  person,
  onClose,
}: {
  person: { readonly id: number; readonly firstName: string; readonly lastName: string };
  onClose: () => void;
}) {
  const [format, setFormat] = useState<BadgeFormat>('single');
  const [made, setMade] = useState<BadgeFile | null>(null);
  const make = useMakeBadges(setMade);
  const confirm = useConfirmBadges(onClose);
  const failure = make.failure ?? confirm.failure;
  return (
    <Dialog onClose={onClose} title={`Badge for ${fullName(person)}`}>
      <div className="grid gap-4">
        <LabelsField value={format} onChange={setFormat} />
        {made ? (
          <>
            <ByHand names={made.byHand} />
            <ButtonLink href={badgeFileUrl(made, format)} variant="secondary" download>
              <Printer aria-hidden="true" />
              Download to print (PDF)
            </ButtonLink>
            <Button busy={confirm.isBusy} busyLabel="Saving" onClick={() => confirm.start(made)}>
              Mark as printed
            </Button>
          </>
        ) : (
          <Button busy={make.isBusy} busyLabel="Creating" onClick={() => make.start(person.id)}>
            Create the badge
          </Button>
        )}
        {failure && <Notice tone="error">{failure}</Notice>}
      </div>
    </Dialog>
  );
}
