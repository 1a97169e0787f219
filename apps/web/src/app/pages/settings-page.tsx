import { AccountSettings } from '#features/accounts/settings/account-settings.tsx';
import { BlockedPeople } from '#core/blocks/blocked-people.tsx';
import { NoticeSettings } from '#features/notices/components/notice-settings.tsx';
import { PrivacySection } from '#features/profiles/components/privacy-section.tsx';

/** All settings, of every feature. */
export const SettingsPage = () => (
  <AccountSettings>
    <NoticeSettings />
    <PrivacySection />
    <BlockedPeople />
  </AccountSettings>
);
