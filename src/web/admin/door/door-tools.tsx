import { IdCard, MonitorPlay, Printer, Smartphone, TextCursorInput } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { getDoorList, getPracticeTickets } from '#contract/door-day.ts';
import { PAGES, paths } from '#contract/paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';

const DoorPhones = lazy(() => import('./door-phones.tsx').then((file) => ({ default: file.DoorPhones })));

const link = buttonClass('secondary', 'md');

/** The day's other tools: the volunteers' phones, the board, and the paper list as a fallback. */
export function DoorTools() {
  const [showsPhones, setShowsPhones] = useState(false);
  return (
    <Card className="max-sm:p-4!">
      <h2 className="text-lg">The day</h2>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setShowsPhones(true)}>
          <Smartphone aria-hidden="true" />
          Door phones
        </Button>
        <a href={PAGES.adminLive} className={link}>
          <MonitorPlay aria-hidden="true" />
          Live board
        </a>
        <a href={getDoorList.path} className={link}>
          <Printer aria-hidden="true" />
          Print the door list
        </a>
        <a href={PAGES.adminPaper} className={link}>
          <TextCursorInput aria-hidden="true" />
          Type in a door list
        </a>
        <a href={paths.adminBadges} className={link}>
          <IdCard aria-hidden="true" />
          Badges
        </a>
        <a href={getPracticeTickets.path} className={link}>
          <Printer aria-hidden="true" />
          Practice tickets
        </a>
      </div>
      <Suspense>{showsPhones && <DoorPhones onClose={() => setShowsPhones(false)} />}</Suspense>
    </Card>
  );
}
