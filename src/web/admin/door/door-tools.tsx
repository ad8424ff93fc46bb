import { IdCard, MonitorPlay, Printer, Smartphone, TextCursorInput } from 'lucide-react';
import { useState } from 'react';
import { getDoorList, getPracticeTickets } from '#contract/door-day.ts';
import { PAGES, paths } from '#contract/paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const DoorPhones = onDemand(() => import('./door-phones.tsx'), 'DoorPhones');

const LINKS = [
  { href: PAGES.adminLive, Icon: MonitorPlay, label: 'Live board' },
  { href: getDoorList.path, Icon: Printer, label: 'Print the door list' },
  { href: PAGES.adminPaper, Icon: TextCursorInput, label: 'Type in a door list' },
  { href: paths.adminBadges, Icon: IdCard, label: 'Badges' },
  { href: getPracticeTickets.path, Icon: Printer, label: 'Practice tickets' },
];

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
        {LINKS.map(({ href, Icon, label }) => (
          <a key={href} href={href} className={buttonClass('secondary', 'md')}>
            <Icon aria-hidden="true" />
            {label}
          </a>
        ))}
      </div>
      {showsPhones && <DoorPhones onClose={() => setShowsPhones(false)} />}
    </Card>
  );
}
