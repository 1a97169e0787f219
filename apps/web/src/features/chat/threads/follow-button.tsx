import { useQueryClient } from '@tanstack/react-query';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { setFollowing, useFollowedThread } from './followed-threads.ts';

/** Follows a thread, or unfollows it. */
export const FollowButton = ({ rootId }: { rootId: string }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const isFollowed = useFollowedThread(rootId) !== undefined;
  const change = async (): Promise<void> => {
    try {
      await setFollowing(queries, rootId, !isFollowed);
    } catch (error) {
      showToast(t(actionErrorText(error)), 'error');
    }
  };
  return (
    <IconButton
      label={t('chat.followThread')}
      aria-pressed={isFollowed}
      onClick={() => void change()}
    >
      <MediaIcon name="bell" />
    </IconButton>
  );
};
