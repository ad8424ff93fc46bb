import { PrintBadge } from '../badges/print-badge.tsx';
import { CorrectPerson } from './correct-person.tsx';
import { DeleteRegistration } from './delete-registration.tsx';
import { FreeRegistration } from './free-registration.tsx';
import type { ListedRegistration } from './listed-registration.ts';
import { ResendTicket } from './resend-ticket.tsx';

export interface RegistrationQuestionProps {
  readonly asked: 'correct' | 'resend' | 'badge' | 'free' | 'delete';
  readonly person: ListedRegistration;
  readonly onClose: () => void;
}

/** Asks before an action on a registration. */
export function RegistrationQuestion({ asked, ...question }: RegistrationQuestionProps) {
  if (asked === 'correct') return <CorrectPerson {...question} />;
  if (asked === 'resend') return <ResendTicket {...question} />;
  if (asked === 'badge') return <PrintBadge {...question} />;
  if (asked === 'free') return <FreeRegistration {...question} />;
  return <DeleteRegistration {...question} />;
}
