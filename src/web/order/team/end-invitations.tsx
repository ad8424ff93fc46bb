import type { ClaimLink, Team } from '#contract/team.ts';
import { Fieldset } from '../../ui/fieldset.tsx';
import { dayOf } from './mail-words.ts';

/** Selects invitations to withdraw so that their seats can be named. Shown if a list needs more seats. */
export function EndInvitations({
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
