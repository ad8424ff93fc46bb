import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { useForm } from './form-field.ts';

/** The first seat, which belongs to the person who registers: mirrors the fields above. */
export function LeaderRow() {
  const { firstName, lastName, email, track } = useForm().values;
  const name = `${firstName} ${lastName}`.trim();
  const rest = [email.trim(), track && TRACK_NAMES[track]].filter(Boolean).join(' · ');
  return (
    <li className="seat">
      <span className="shrink-0">
        <span className="narrow">Seat </span>1<span className="narrow"> ·</span>
      </span>
      <span className="col-span-4 flex min-w-0 gap-2">
        <span className="min-w-0 truncate font-semibold">{name || 'Your name, from above'}</span>
        <span className="shrink-0 text-fg-2">you, the leader</span>
        <span className="wide min-w-0 truncate text-fg-2">{rest}</span>
      </span>
    </li>
  );
}
