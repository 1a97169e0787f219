import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { navigate } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import type { PendingAction } from '#core/session/pending-action.ts';
import { AccountLayer } from '#features/accounts/account-layer.tsx';
import { withEngagement } from '#features/engagement/state/lazy-engagement.ts';

const UploadManager = lazyComponent(
  ['uploads'],
  async () => (await import('#features/uploads/upload-manager.tsx')).UploadManager,
);

const SettingsSync = lazyComponent(
  [],
  async () => (await import('#features/profiles/components/settings-sync.tsx')).SettingsSync,
);

const ChatAlerts = lazyComponent(
  ['chat', 'chat.more'],
  async () => (await import('#features/chat/alerts/chat-alerts.tsx')).ChatAlerts,
);

/** Completes an action of any feature after sign-in. */
const complete = async (queries: QueryClient, action: PendingAction): Promise<void> => {
  switch (action.kind) {
    case 'open-page':
      navigate(action.path);
      break;
    case 'keep-deal':
      await withEngagement(({ keepDeal }) => keepDeal(queries, action.dealId, true));
      break;
    case 'like-deal':
      await withEngagement(({ likeDeal }) => likeDeal(queries, action.dealId, true));
      break;
    case 'mark-expired':
      await withEngagement(({ markDealExpired }) => markDealExpired(queries, action.dealId, true));
      break;
  }
};

/** The session's dialogs and messages on every page. */
export const SessionLayer = () => {
  const queries = useQueryClient();
  const user = useUser();
  return (
    <>
      <AccountLayer onSignedIn={(action) => void complete(queries, action)} />
      {user !== null && (
        <Eventually>
          <UploadManager />
          <SettingsSync userId={user.id} />
          <ChatAlerts />
        </Eventually>
      )}
    </>
  );
};
