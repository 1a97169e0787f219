import type { Invitation } from '@izgodno/contract/chat/invitation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dateFormat } from '#core/format/date-format.ts';
import { BlockButton } from '#core/blocks/block-button.tsx';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { joinChannel } from '../channels/channel-actions.ts';
import { removeUser } from '../channels/info/channel-calls.ts';
import { invitationsQuery } from './invitations.ts';

export interface InvitationCardProps {
  readonly invitation: Invitation;
  readonly userId: string;
}

/**
 * Replaces a channel that the user is invited to; its messages are hidden until the user accepts.
 */
export const InvitationCard = ({ invitation, userId }: InvitationCardProps) => {
  const { t, code } = useLanguage();
  const queries = useQueryClient();
  const { channel, inviter, expiresAt } = invitation;
  const responding = useMutation({
    mutationFn: (accepts: boolean) =>
      accepts ? joinChannel(channel.id, userId) : removeUser(channel.id, userId),
    onSuccess: (_, accepts) => {
      if (!accepts) showToast(t('invitation.declined'), 'success');
    },
    // It may have been withdrawn during the request.
    onSettled: () => queries.invalidateQueries(invitationsQuery),
  });
  const date = dateFormat(code, { dateStyle: 'long' });
  const facts = [
    t('chat.members', { count: channel.memberCount }),
    t('invitation.until', { date: date.format(new Date(expiresAt)) }),
  ];
  return (
    <Notice
      icon="user"
      level={1}
      title={t('invitation.title', { name: inviter.name, channel: channel.name })}
      text={responding.isError ? t(actionErrorText(responding.error)) : facts.join(' · ')}
    >
      <Button
        tone="primary"
        disabled={responding.isPending}
        onClick={() => responding.mutate(true)}
      >
        {t('invitation.accept')}
      </Button>
      <Button disabled={responding.isPending} onClick={() => responding.mutate(false)}>
        {t('invitation.decline')}
      </Button>
      <BlockButton user={inviter} tone="quiet" />
    </Notice>
  );
};
