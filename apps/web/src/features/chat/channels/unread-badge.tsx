import { useLayoutEffect } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { numberText } from '#core/format/number-format.ts';
import { useStore } from '#shared/store.ts';
import { directory, startChat } from '../chat.ts';
import { unreadOf } from './channel-directory.ts';
import styles from './sidebar-chat.module.css';

/** The number of unread messages in all channels that are not muted. */
export const UnreadBadge = () => {
  useLayoutEffect(startChat, []);
  const { t, code } = useLanguage();
  const { channels } = useStore(directory.state);
  const user = useUser();
  const count = [...channels.values()]
    .filter(
      ({ membership, archivedAt }) => membership.notifications !== 'none' && archivedAt === null,
    )
    .reduce((sum, channel) => sum + unreadOf(channel), 0);
  if (user === null || count === 0) return null;
  return (
    <span className={styles['badge']}>
      <span aria-hidden="true">{count > 99 ? '99+' : numberText(count, code)}</span>
      <span className="visually-hidden">{t('chat.unread', { count })}</span>
    </span>
  );
};
