import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { showFailure } from '#core/api/error-text.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { setFollowing, useFollowedThread } from './followed-threads.ts';

/** Follows a thread, or unfollows it. */
export const FollowButton = ({ rootId }: { rootId: string }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const isFollowed = useFollowedThread(rootId) !== undefined;
  const change = (): Promise<void> => setFollowing(queries, rootId, !isFollowed).catch(showFailure);
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
