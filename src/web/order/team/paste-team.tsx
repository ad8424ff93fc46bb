import { useRef, useState } from 'react';
import { type ClaimLink, nameSeats, type Team } from '#contract/team.ts';
import { counted } from '#contract/words/counted.ts';
import { seatsToGive } from '#domain/naming.ts';
import { call } from '../../api.ts';
import { READER_FAILED, useReader } from '../../team/use-reader.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fieldset } from '../../ui/fieldset.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { checkList, type ListRow } from './check-list.ts';
import { ListRows } from './list-rows.tsx';
import { dayOf } from './mail-words.ts';
import { useTeamCall } from './use-team-call.ts';

/** Names many seats from a spreadsheet. Rows stay until the server has accepted them. */
export function PasteTeam({
  team,
  onFinished,
}: {
  team: Team;
  /** Takes the focus, because the list disappears, and this card with the last free seat. */
  onFinished: () => void;
}) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isNobodyFound, setNobodyFound] = useState(false);
  const [rows, setRows] = useState<readonly ListRow[]>([]);
  const [ending, setEnding] = useState<readonly string[]>([]);
  const { read, hasFailed } = useReader(isOpen);
  const ended = ending.filter((id) => team.invitations.some((one) => one.id === id));
  const seats = { free: team.freeSeats, invited: team.invitations.length - ended.length };
  const problems = checkList(rows, team, seatsToGive(seats, team.isNamingOpen));
  const good = rows.filter((_, index) => problems[index] === null);
  const { transactionId } = team.order;
  const finish = () => {
    // Otherwise the box would take the focus when it reappears with the next free seat.
    setOpen(false);
    onFinished();
  };
  const action = useTeamCall({
    transactionId,
    run: (sent: readonly ListRow[]) =>
      call(nameSeats, {
        params: { transactionId },
        body: { people: sent.map(({ key, ...person }) => person), insteadOf: [...ended] },
      }),
    done: (sent) => ({
      title: counted(sent.length, 'person has a seat', 'people have seats'),
      description: 'Their tickets are on the way.',
    }),
    onDone: (sent) => {
      setRows((before) => before.filter((one) => !sent.includes(one)));
      setEnding([]);
      if (sent.length === rows.length) finish();
    },
  });
  const take = () => {
    const listed = read?.(text) ?? [];
    const next = Math.max(0, ...rows.map((one) => one.key)) + 1;
    setRows([...rows, ...listed.map((one, index) => ({ ...one, key: next + index, isSecondPerson: false }))]);
    setNobodyFound(listed.length === 0);
    if (listed.length > 0) setText('');
  };
  const change = (changed: readonly ListRow[]) => {
    setRows(changed);
    if (changed.length > 0) return;
    if (team.freeSeats > 0) box.current?.focus();
    else finish();
  };
  // A list with remaining rows stays, even without seats for them, or after the deadline.
  if ((team.freeSeats === 0 || !team.canName) && rows.length === 0 && text === '') return null;
  return (
    <Card className="flex flex-col gap-4 print:hidden">
      <UnsavedWork when={text !== '' || rows.length > 0} />
      <div>
        <h2 className="text-xl">Paste a list</h2>
        <p className="mt-2 text-md text-fg-2">Name many seats at once from a spreadsheet.</p>
      </div>
      {!isOpen && (
        <Button variant="secondary" className="self-start" onClick={() => setOpen(true)}>
          Paste a list
        </Button>
      )}
      {isOpen && (
        <>
          <TextareaField
            ref={box}
            autoFocus
            label="Your list"
            hint="One person per line, such as: Ana Núñez, ana@example.org. You can also paste spreadsheet columns, with or without headings."
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setNobodyFound(false);
            }}
            error={hasFailed ? READER_FAILED : undefined}
          />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button variant="secondary" aria-disabled={!read || text.trim() === ''} onClick={take}>
              Check the list
            </Button>
            <p role="status" className="text-md font-semibold">
              {isNobodyFound
                ? 'No people found in this list.'
                : countLabel(rows.length, rows.length - good.length)}
            </p>
          </div>
        </>
      )}
      {rows.length > 0 && (
        <>
          <ListRows team={team} rows={rows} problems={problems} onChange={change} />
          <EndInvitations
            team={team}
            isNeeded={problems.some((one) => one?.kind === 'no_seat')}
            chosen={ended}
            onChoose={setEnding}
          />
          {action.failure && (
            <Notice
              tone="error"
              title={
                action.isUnsure ? 'We cannot tell yet whether seats were filled' : 'No seats were filled'
              }
            >
              {action.failure} Your list is still here.
            </Notice>
          )}
          <Button
            className="self-start"
            aria-disabled={good.length === 0}
            busy={action.isBusy}
            busyLabel="Filling"
            onClick={() => action.start(good)}
          >
            {sendLabel(good.length, rows.length)}
          </Button>
        </>
      )}
    </Card>
  );
}

function countLabel(all: number, wrong: number): string {
  if (all === 0) return '';
  const people = counted(all, 'person listed', 'people listed');
  return wrong === 0 ? `${people}.` : `${people}, ${wrong} with a problem.`;
}

function sendLabel(good: number, all: number): string {
  if (good === 0) return 'No valid rows yet';
  const what = `Fill ${counted(good, 'seat')}`;
  return good < all ? `${what} from the valid ${good === 1 ? 'row' : 'rows'}` : what;
}

/** Selects invitations to withdraw so that their seats can be named. Shown if a list needs more seats. */
function EndInvitations({
  team,
  isNeeded,
  chosen,
  onChoose,
}: {
  team: Team;
  isNeeded: boolean;
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  if (team.invitations.length === 0 || !(isNeeded || chosen.length > 0)) return null;
  return (
    <Fieldset legend="Some free seats have an invitation" legendStyle="label">
      <p className="mb-2 text-md text-fg-2">Withdraw an invitation to name its seat yourself.</p>
      {team.invitations.map((link) => (
        <label key={link.id} className="flex min-h-11 items-center gap-3 text-md">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={chosen.includes(link.id)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, link.id] : chosen.filter((id) => id !== link.id))
            }
          />
          <span className="min-w-0 wrap-anywhere">{nameOf(link)}</span>
        </label>
      ))}
    </Fieldset>
  );
}

function nameOf({ mailedTo, createdAt }: ClaimLink): string {
  return mailedTo ? `The invitation to ${mailedTo}` : `The link created on ${dayOf(createdAt)}`;
}
