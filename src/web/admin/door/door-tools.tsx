import { IdCard, MonitorPlay, Smartphone, TextCursorInput } from 'lucide-react';
import { useState } from 'react';
import { getDoorList, getPracticeTickets } from '#contract/door-day.ts';
import { PAGES, paths } from '#contract/paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { deskPart } from '../frame/part-boundary.tsx';
import { SheetButton } from './sheet-button.tsx';

const DoorPhones = deskPart(() => import('./door-phones.tsx'), 'DoorPhones', 'The door phones');

/** The day's other tools: the volunteers' phones, the board, and the paper list as a fallback. */
export function DoorTools() {
  const [showsPhones, setShowsPhones] = useState(false);
  return (
    <Card className="max-sm:p-4!">
      <h2 className="text-lg">Event-day tools</h2>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setShowsPhones(true)}>
          <Smartphone aria-hidden="true" />
          Door phones
        </Button>
        <a href={PAGES.adminLive} className={buttonClass('secondary', 'md')}>
          <MonitorPlay aria-hidden="true" />
          Live board
        </a>
        <SheetButton sheet={getDoorList} label="Print the door list" />
        <a href={PAGES.adminPaper} className={buttonClass('secondary', 'md')}>
          <TextCursorInput aria-hidden="true" />
          Enter a door list
        </a>
        <a href={paths.adminBadges} className={buttonClass('secondary', 'md')}>
          <IdCard aria-hidden="true" />
          Badges
        </a>
        <SheetButton sheet={getPracticeTickets} label="Print practice tickets" />
      </div>
      {showsPhones && <DoorPhones onClose={() => setShowsPhones(false)} />}
    </Card>
  );
}
