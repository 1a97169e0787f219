import { AccountSettings } from '#features/accounts/settings/account-settings.tsx';
import { BlockedUsers } from '#core/blocks/blocked-users.tsx';
import { NoticeSettings } from '#features/notices/components/notice-settings.tsx';
import { PrivacySection } from '#features/profiles/components/privacy-section.tsx';

/** All settings, of every feature. */
export const SettingsPage = () => (
  <AccountSettings>
    <NoticeSettings />
    <PrivacySection />
    <BlockedUsers />
  </AccountSettings>
);
