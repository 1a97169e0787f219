import { AccountSettings } from '#features/account/settings/account-settings.tsx';
import { NoticeSettings } from '#features/notices/components/notice-settings.tsx';

/** All that a person can choose, of whichever feature. */
export const SettingsPage = () => (
  <AccountSettings>
    <NoticeSettings />
  </AccountSettings>
);
