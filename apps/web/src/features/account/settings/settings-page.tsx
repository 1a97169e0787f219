import { useLanguage } from '#core/language/language.ts';
import { SessionPanel } from '../session-panel.tsx';
import { SystemStatus } from '../system-status.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { Section } from '#shared/ui/section.tsx';
import { EmailSection, PasswordSection } from './sign-in-section.tsx';
import styles from './settings.module.css';

export const SettingsPage = () => {
  const { t } = useLanguage();
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('settings.title')}</h1>
      <AppearanceSection />
      <EmailSection />
      <PasswordSection />
      <DevicesSection />
      <Section title={t('session.panel')}>
        <SessionPanel />
        <SystemStatus />
      </Section>
      <DataSection />
    </div>
  );
};
