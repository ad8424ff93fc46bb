import { useRouter, useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { fullName } from '#domain/attendee.ts';
import { keepAwake } from '../keep-awake.ts';
import { buttonClass } from '../ui/button-class.ts';
import { LongName } from './long-name.tsx';
import type { ShownOrder, ShownTicket } from './shown-ticket.ts';
import { CodeImage, CodeText } from './ticket-code.tsx';

/** The tapped code in full screen. Escape, a tap anywhere and Back close it. */
export function CodeScreen({
  order,
  registrations,
}: {
  order: ShownOrder;
  registrations: readonly ShownTicket[];
}) {
  const shownCode = useRouterState({ select: ({ location }) => location.state.shownCode });
  const registration = registrations.find(({ id }) => id === shownCode);
  return registration?.qrCodeImage ? <OpenScreen order={order} registration={registration} /> : null;
}

function OpenScreen({ order, registration }: { order: ShownOrder; registration: ShownTicket }) {
  const { history } = useRouter();
  const screen = useRef<HTMLDialogElement>(null);
  useEffect(keepAwake, []);
  useLayoutEffect(() => {
    const dialog = screen.current!;
    dialog.showModal();
    // While it is still in the page, so that the focus can return to the code.
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={screen}
      aria-label={`Code of ${fullName(registration)}`}
      // If Back closed it, there is no history entry left to remove.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open) history.back();
      }}
      className="on-light m-0 size-full max-h-none max-w-none overflow-auto bg-white p-5 text-center forced-color-adjust-none print:hidden"
    >
      <div className="flex min-h-full flex-col items-center justify-center gap-4">
        {/* Covers the whole screen. */}
        <button
          type="button"
          onClick={() => screen.current!.close()}
          aria-label="Close"
          className={buttonClass('quiet', 'icon', 'absolute top-3 right-3 after:fixed after:inset-0')}
        >
          <X aria-hidden="true" />
        </button>
        <p className="w-full max-w-lg px-10 font-display leading-tight font-[680] tracking-tight">
          <LongName className="text-2xl">{fullName(registration)}</LongName>
        </p>
        <CodeImage registration={registration} className="aspect-square w-[62dvh]" />
        <p className="text-md">
          <span className="code">{order.registrationNumber}</span>
          <br />
          <CodeText registration={registration} />
        </p>
        <p className="text-dense text-fg-2">Tap anywhere to close</p>
      </div>
    </dialog>
  );
}
