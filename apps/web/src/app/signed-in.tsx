import { ChatAlerts } from '#features/chat/alerts/chat-alerts.tsx';
import { OpenWhyUnread } from '#features/chat/channels/open-why-unread.tsx';
import { SettingsSync } from '#features/profiles/components/settings-sync.tsx';
import { LazyUploadManager } from '#features/uploads/lazy-upload-manager.tsx';

// What every page of a signed-in user loads is in one file, because a hundred small ones take
// longer (docs/decisions/0396-one-file-for-signed-in-pages.md).
export { UnreadBadge } from '#features/chat/channels/unread-badge.tsx';
export { NoticeBell } from '#features/notices/components/notice-bell.tsx';

/** What a signed-in user has on every page beside the header. */
export const SignedInLayer = ({ userId }: { userId: string }) => (
  <>
    <LazyUploadManager />
    <SettingsSync userId={userId} />
    <ChatAlerts />
    <OpenWhyUnread />
  </>
);
