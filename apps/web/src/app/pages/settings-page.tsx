import { AccountSettings } from '#features/accounts/settings/account-settings.tsx';
import { BlockedUsers } from '#core/blocks/blocked-users.tsx';
import { NoticeSettings } from '#features/notices/components/notice-settings.tsx';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { PrivacySection } from '#features/profiles/components/privacy-section.tsx';

const WebhooksSection = lazyComponent(
  ['webhooks'],
  async () => (await import('#features/webhooks/webhooks-section.tsx')).WebhooksSection,
);

const DecisionsSection = lazyComponent(
  ['moderation'],
  async () =>
    (await import('#features/moderation/components/decisions-section.tsx')).DecisionsSection,
);

/** All settings, of every feature. */
export const SettingsPage = () => (
  <AccountSettings>
    <Eventually>
      <DecisionsSection />
    </Eventually>
    <NoticeSettings />
    <PrivacySection />
    <BlockedUsers />
    <Eventually>
      <WebhooksSection />
    </Eventually>
  </AccountSettings>
);
