import { ApiError } from '@izgodno/contract/common/client';
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { navigate } from '#core/router/location.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import type { PendingAction } from '#core/session/pending-action.ts';
import { AccountLayer } from '#features/accounts/account-layer.tsx';
import { withEngagement } from '#features/engagement/state/lazy-engagement.ts';
import { withSavedSearches } from '#features/saved-searches/lazy-saved-searches.ts';

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
    case 'vote':
      await withEngagement(({ voteOnDeal }) => voteOnDeal(queries, action.dealId, action.value));
      break;
    case 'save-search':
      await withSavedSearches(({ saveAtOnce }) => saveAtOnce(queries, action));
      break;
    case 'mark-expired':
      await withEngagement(({ markDealExpired }) => markDealExpired(queries, action.dealId, true));
      break;
  }
};

const isUnauthorized = ({ state: { error } }: Query): boolean =>
  error instanceof ApiError && error.status === 401;

/** The session's dialogs and messages on every page. */
export const SessionLayer = () => {
  const queries = useQueryClient();
  const { phase } = useSession();
  const session = phase.kind === 'signed-in' ? phase.session : null;
  const user = session?.user ?? null;
  const token = session?.accessToken;
  useEffect(() => {
    // What the server refused for the former token.
    if (token !== undefined) void queries.refetchQueries({ predicate: isUnauthorized });
  }, [token, queries]);
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
