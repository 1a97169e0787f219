import type { PresenceState } from '@izgodno/contract/chat/presence';
import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import { users } from '../chat.ts';
import styles from './user-mark.module.css';

/** A user's presence as a dot with a label. */
export const PresenceDot = ({ userId }: { userId: string }) => {
  const { t } = useLanguage();
  const state: PresenceState = useStore(users.state).presence.get(userId)?.state ?? 'offline';
  return (
    <span className={styles['dot']} data-state={state}>
      <span className="visually-hidden">{t(`chat.presence.${state}`)}</span>
    </span>
  );
};
