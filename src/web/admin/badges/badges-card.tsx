import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { type BadgeFile, getBadges } from '#contract/badges.ts';
import { counted } from '#contract/words/counted.ts';
import type { BadgeFormat } from '#domain/badges.ts';
import { queryOf } from '../../api.ts';
import { polledEvery } from '../../polled-every.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { instantText } from '../instant-text.ts';
import { ByHand } from './by-hand.tsx';
import { LabelsField } from './labels-field.tsx';
import { badgeFileUrl, useConfirmBadges, useDiscardBadges, useMakeBadges } from './use-badges.ts';

/** Badges for everybody: create the file, print it, mark it as printed. */
export function BadgesCard({ id }: { id: string }) {
  const titleId = useId();
  const [format, setFormat] = useState<BadgeFormat>('letter');
  const make = useMakeBadges();
  // Polled: a page that stays open would go on saying that all badges are printed.
  const query = useQuery({ ...queryOf(getBadges), ...polledEvery() });
  // The card loads after the page, so the browser hasn't scrolled to it.
  useEffect(() => {
    if (window.location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView();
  }, [id]);
  return (
    <section id={id} aria-labelledby={titleId} className="scroll-mt-6">
      <Card className="max-sm:p-4!">
        <h3 id={titleId}>Badges</h3>
        <Loaded query={query} loading="Counting the badges" failure="The badges could not be counted">
          {({ people, unprinted, open }) => (
            <div className="mt-2 grid gap-4">
              <p>
                {people === 0
                  ? 'No tickets yet, so there are no badges to print.'
                  : unprinted === 0
                    ? `${people === 1 ? 'The only badge is' : `All ${counted(people, 'badge')} are`} printed.`
                    : `${unprinted.toLocaleString('en-US')} of ${counted(people, 'badge')} to print: new, or changed since they were last printed.`}
              </p>
              <LabelsField value={format} onChange={setFormat} />
              <div className="flex flex-wrap gap-3">
                <Button
                  aria-disabled={unprinted === 0}
                  busy={make.pending === 'unprinted'}
                  busyLabel="Creating"
                  onClick={() => make.start('unprinted')}
                >
                  Create file for {counted(unprinted, 'unprinted badge')}
                </Button>
                <Button
                  variant="secondary"
                  aria-disabled={people === 0}
                  busy={make.pending === 'all'}
                  busyLabel="Creating"
                  onClick={() => make.start('all')}
                >
                  Create file for {people === 1 ? 'the only badge' : `all ${counted(people, 'badge')}`}
                </Button>
              </div>
              {make.failure && <Notice tone="error">{make.failure}</Notice>}
              {open.length > 0 && (
                <ul
                  aria-label="Files to print, latest first"
                  className="divide-y divide-line border-t border-line"
                >
                  {open.map((one) => (
                    <FileRow key={one.file} made={one} format={format} />
                  ))}
                </ul>
              )}
            </div>
          )}
        </Loaded>
      </Card>
    </section>
  );
}

export function FileRow({ made, format }: { made: BadgeFile; format: BadgeFormat }) {
  const confirm = useConfirmBadges();
  const discard = useDiscardBadges();
  const failure = confirm.failure ?? discard.failure;
  const name = `${counted(made.badges, 'badge')}, created ${instantText(made.madeAt)}`;
  return (
    <li className="grid gap-3 py-4">
      <p className="font-semibold">{name}</p>
      <ByHand names={made.byHand} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          href={badgeFileUrl(made, format)}
          variant="secondary"
          size="sm"
          className="min-h-11"
          download
        >
          <Printer aria-hidden="true" />
          Download to print (PDF)<span className="sr-only"> {name}</span>
        </ButtonLink>
        <Button
          size="sm"
          className="min-h-11"
          busy={confirm.isBusy}
          busyLabel="Saving"
          onClick={() => {
            discard.reset();
            confirm.start(made);
          }}
        >
          Mark as printed
          <span className="sr-only">: {name}</span>
        </Button>
        <Button
          variant="quiet"
          size="sm"
          className="min-h-11"
          busy={discard.isBusy}
          busyLabel="Discarding"
          onClick={() => {
            confirm.reset();
            discard.start(made);
          }}
        >
          Discard<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {failure && <Notice tone="error">{failure}</Notice>}
    </li>
  );
}
