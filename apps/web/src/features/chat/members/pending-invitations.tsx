import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAgain } from '#core/api/read-again.ts';
import { dateFormat } from '#core/format/date-format.ts';
import { useLanguage } from '#core/language/language.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { Button } from '#shared/ui/button.tsx';
import { UserMark } from './user-mark.tsx';
import { pendingQuery, removeUser } from '../channels/info/channel-calls.ts';
import styles from '../channels/info/info.module.css';
import { useAction } from '../channels/info/controls.tsx';

interface PendingInvitationsProps {
  readonly channelId: string;
  readonly userId: string;
}

/** The pending invitations: the user's own, or all for moderators. */
export const PendingInvitations = ({ channelId, userId }: PendingInvitationsProps) => {
  const { t, code } = useLanguage();
  const { busy, run } = useAction();
  const queries = useQueryClient();
  const { data: invitations = [] } = useQuery(pendingQuery(channelId));
  useEffect(
    () =>
      realtime.listen((received) => {
        if (received.type === 'invitation.ended' && received.data.channelId === channelId)
          void readAgain(queries, pendingQuery(channelId));
      }),
    [channelId, queries],
  );
  if (invitations.length === 0) return null;
  const date = dateFormat(code, { dateStyle: 'medium' });
  return (
    <section className={styles['form']}>
      <h3 className={styles['legend']}>{t('members.invitedUsers')}</h3>
      <ul className={styles['list']} aria-label={t('members.invitedUsers')}>
        {invitations.map(({ user, inviter, expiresAt }) => (
          <li key={user.id} className={styles['person']}>
            <UserMark id={user.id} name={user.name} />
            <span className={styles['grow']}>
              <bdi>{user.name}</bdi>
              <small>
                {inviter.id !== userId && `${t('chat.invitationFrom', { name: inviter.name })} · `}
                {t('invitation.until', { date: date.format(new Date(expiresAt)) })}
              </small>
            </span>
            <Button
              disabled={busy}
              aria-label={t('members.withdrawName', { name: user.name })}
              onClick={() =>
                run(
                  () => removeUser(channelId, user.id),
                  () => void readAgain(queries, pendingQuery(channelId)),
                )
              }
            >
              {t('members.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
