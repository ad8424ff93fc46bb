import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { fullName } from '#domain/attendee.ts';
import { codeGroups } from '#domain/codes.ts';
import { cx } from '../ui/cx.ts';
import type { ShownTicket } from './shown-ticket.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The registration whose code is shown full-screen. */
    shownCode?: number;
  }
}

/**
 * The code of a ticket, 240 px wide however large the text is; a tap shows it full-screen. The padding is the quiet
 * zone scanners need, so it stays white even if the system sets the colors.
 */
export function TicketCode({ registration }: { registration: ShownTicket }) {
  const navigate = useNavigate();
  // Its own history entry: Back closes it, and a reload at the door still shows it.
  const show = () =>
    navigate({
      to: '.',
      search: true,
      hash: true,
      state: { shownCode: registration.id },
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return (
    <button
      type="button"
      onClick={() => void show()}
      aria-label={`Show the code of ${fullName(registration)} full-screen`}
      className="block max-w-full shrink-0 cursor-zoom-in rounded-input bg-white p-8 forced-color-adjust-none"
    >
      <CodeImage registration={registration} width={240} />
    </button>
  );
}

export function CodeImage({
  registration,
  className,
  ...image
}: ComponentProps<'img'> & { registration: ShownTicket }) {
  return (
    <img
      {...image}
      src={qrImageUrl(registration.qrCodeImage!)}
      alt={`QR code of ${fullName(registration)}'s ticket`}
      className={cx('block bg-white', className)}
    />
  );
}

/** The width of the code's white border in modules, as the server draws it. */
const QUIET_ZONE = 4;

/** A QR code's SVG document as an image URL, without its white border, because pages add their own padding. */
function qrImageUrl(svg: string): string {
  const cropped = svg.replace(/viewBox="0 0 (\d+) \1"/, (_, side) => {
    const modules = Number(side) - 2 * QUIET_ZONE;
    return `viewBox="${QUIET_ZONE} ${QUIET_ZONE} ${modules} ${modules}"`;
  });
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(cropped)}`;
}

/** The code in letters, in case a camera fails. */
export function CodeText({ registration }: { registration: ShownTicket }) {
  return (
    <span className="code leading-snug">
      {/* The groups are separated by CSS, so that the copied code has no spaces. */}
      {codeGroups(registration.qrCodeData ?? '').map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move, and two may be equal
        <span key={index} className="mr-[0.5ch] inline-block">
          {group}
        </span>
      ))}
    </span>
  );
}
