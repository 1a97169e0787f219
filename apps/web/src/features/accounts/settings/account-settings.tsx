import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { SessionPanel } from '../session-panel.tsx';
import { SystemStatus } from '../system-status.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { Section } from '#shared/ui/section.tsx';
import { SecuritySection } from './second-factor/security-section.tsx';
import { EmailSection, PasswordSection } from './sign-in-section.tsx';

/** The settings of an account. `children` are settings of other features. */
export const AccountSettings = ({ children }: { children: ReactNode }) => {
  const { t } = useLanguage();
  return (
    <PageFrame title={t('settings.title')} width="text">
      <AppearanceSection />
      {children}
      <EmailSection />
      <PasswordSection />
      <SecuritySection />
      <DevicesSection />
      <Section title={t('session.panel')}>
        <SessionPanel />
        <SystemStatus />
      </Section>
      <DataSection />
    </PageFrame>
  );
};
