import { Keyboard, LogOut, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { paths } from '#contract/paths.ts';
import { setTheme, THEMES, useTheme } from '../../theme.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { radioClass } from '../../ui/radio-cards.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DeskLinks } from './desk-links.tsx';
import { areShortcutsOn, type KeyDialog, switchShortcuts } from './shortcuts.ts';

const THEME_NAMES = { day: 'Light', night: 'Dark', system: 'System' };

/** Who is signed in, and the settings of this device. `menu` is the id of the popover around it. */
export function AccountPanel({
  user,
  menu,
  onDialog,
}: {
  user: CurrentUser;
  menu: string;
  onDialog: (dialog: KeyDialog) => void;
}) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <>
      <p className="min-w-0 wrap-anywhere">
        <span className="sr-only">Signed in as </span>
        {name && <span className="block font-semibold">{name}</span>}
        <span className="block text-fg-2">{user.email}</span>
      </p>
      <nav aria-label="More admin pages" className="flex flex-col lg:hidden">
        <DeskLinks user={user} />
      </nav>
      <ThemeChoice />
      <ShortcutSwitch />
      <MenuButton menu={menu} onClick={() => onDialog('shortcuts')}>
        <Keyboard aria-hidden="true" />
        Show shortcuts
      </MenuButton>
      <MenuButton menu={menu} onClick={() => onDialog('palette')}>
        <Search aria-hidden="true" />
        Find anything
      </MenuButton>
      <form method="post" action={paths.logout} className="mt-3">
        <Button type="submit" variant="secondary" size="sm" className="min-h-11 w-full">
          <LogOut aria-hidden="true" />
          Sign out
        </Button>
      </form>
    </>
  );
}

function MenuButton({ menu, onClick, children }: { menu: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={() => {
        // First, so that the dialog returns the focus to the Account button; this one is hidden then.
        document.getElementById(menu)?.hidePopover();
        onClick();
      }}
      className={buttonClass('quiet', 'sm', 'min-h-11 w-full justify-start! px-0!')}
    >
      {children}
    </button>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <fieldset className="mt-3 flex flex-wrap gap-x-4">
      <legend className="font-semibold">Appearance</legend>
      {THEMES.map((one) => (
        <label key={one} className="inline-flex min-h-11 items-center gap-2">
          <input
            type="radio"
            name="theme"
            checked={one === theme}
            onChange={() => setTheme(one)}
            className={radioClass}
          />
          {THEME_NAMES[one]}
        </label>
      ))}
    </fieldset>
  );
}

function ShortcutSwitch() {
  const [isOn, setOn] = useState(areShortcutsOn);
  const change = (on: boolean) => {
    switchShortcuts(on);
    setOn(on);
  };
  return (
    <Switch label="Single-key shortcuts" checked={isOn} onChange={(event) => change(event.target.checked)} />
  );
}
