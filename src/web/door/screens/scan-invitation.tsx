import { useState } from 'react';
import { useScanner } from '../../scanning/use-scanner.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/button-class.ts';
import { CameraSection } from './camera-section.tsx';
import { invitationIn } from './use-invitation.ts';

/** Reads an invitation's code in the page: links open the browser, not an iPhone's app on the home screen. */
export function ScanInvitation({
  variant = 'beacon',
  onInvitation,
}: {
  variant?: ButtonVariant;
  onInvitation: (invitation: string) => void;
}) {
  const [isOther, setOther] = useState(false);
  const take = (text: string) => {
    const invitation = invitationIn(text);
    setOther(!invitation);
    if (invitation) onInvitation(invitation);
  };
  const scanner = useScanner({ onCode: take });
  return (
    <CameraSection scanner={scanner} label="Invitation">
      {scanner.state === 'on' ? (
        <p role="status">
          {isOther
            ? 'This code is not an invitation to this site’s door.'
            : 'Point the camera at the invitation’s code.'}
        </p>
      ) : (
        <Button
          variant={variant}
          size="lg"
          className="min-h-16!"
          busy={scanner.state === 'starting'}
          busyLabel="Starting the camera"
          onClick={() => void scanner.start()}
        >
          Scan the invitation
        </Button>
      )}
    </CameraSection>
  );
}
