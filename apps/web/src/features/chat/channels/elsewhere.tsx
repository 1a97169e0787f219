import { getChannel } from '@izgodno/contract/chat/channel-calls';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { isUnknownId } from '#core/api/is-not-found.ts';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Link } from '#core/router/link.tsx';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { joinChannel } from './channel-actions.ts';
import { title } from '../chat.ts';
import { InvitationCard } from '../members/invitation-card.tsx';
import { useInvitations } from '../members/invitations.ts';

const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'channel', id],
    queryFn: async ({ signal }) => (await api.call(getChannel, { params: { id } }, signal)).channel,
    staleTime: 0,
  });

/**
 * Replaces a channel that the user is not in: an invitation, a public channel to join, or "not
 * found".
 */
export const Elsewhere = ({ channelId, userId }: { channelId: string; userId: string }) => {
  const { t } = useLanguage();
  const joining = useMutation({ mutationFn: (id: string) => joinChannel(id, userId) });
  const invitations = useInvitations();
  const invitation = invitations?.find(({ channel }) => channel.id === channelId);
  // The server does not show a private channel before the user accepts the invitation.
  const { data, error, refetch } = useQuery({
    ...channelQuery(channelId),
    enabled: invitations !== undefined && invitation === undefined,
  });
  const name = invitation?.channel.name ?? data?.name ?? null;
  useEffect(() => title.selected(name), [name]);
  if (invitation !== undefined) return <InvitationCard invitation={invitation} userId={userId} />;
  if (error !== null && !isUnknownId(error))
    return (
      <LoadFailure title="chat.loadFailed" error={error} onRetry={() => void refetch()} level={1} />
    );
  if (error !== null)
    return (
      <Notice icon="search" level={1} title={t('chat.channelNotFound')}>
        <Link href="/chat" className={buttonClass('primary')}>
          {t('shell.chat')}
        </Link>
      </Notice>
    );
  if (data === undefined) return <div aria-busy="true" />;
  return (
    <Notice
      icon="user"
      level={1}
      title={data.name}
      text={joining.isError ? t(actionErrorText(joining.error)) : data.topic}
    >
      <Button tone="primary" disabled={joining.isPending} onClick={() => joining.mutate(data.id)}>
        {t('chat.join')}
      </Button>
    </Notice>
  );
};
