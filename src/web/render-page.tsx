import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Boot } from '#contract/boot.ts';
import { setBoot } from './boot.ts';
import { type LandingData, LandingProvider } from './landing/landing-data.tsx';
import { LandingPage } from './landing/landing-page.tsx';
import { PrivacyPage } from './privacy/privacy-page.tsx';
import { RegisterPage } from './register/register-page.tsx';

// The server's page renderer. Pure: the same data gives the same HTML.

const pages = {
  landing: (data: LandingData) => (
    <LandingProvider value={data}>
      <LandingPage />
    </LandingProvider>
  ),
  register: ({ capacity }: Pick<LandingData, 'capacity'>) => <RegisterPage capacity={capacity} />,
  privacy: () => <PrivacyPage />,
} satisfies Record<string, (data: never) => ReactElement>;

export function renderPage(
  page: keyof typeof pages,
  { boot, ...data }: LandingData & { boot: Boot },
): string {
  setBoot(boot);
  return renderToString(pages[page](data));
}
