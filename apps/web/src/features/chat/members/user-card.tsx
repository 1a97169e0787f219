import type { ChatUser } from '@izgodno/contract/chat/channel';
import { useEffect } from 'react';
import { sellerHref } from '#core/deals/paths.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { navigate } from '#core/router/location.ts';
import { Button } from '#shared/ui/button.tsx';
import { useStore } from '#shared/store.ts';
import { users } from '../chat.ts';
import { directHref } from '../paths.ts';
import { Popup } from '../popup.tsx';
import { watchPresence } from './presence.ts';
import { UserMark } from './user-mark.tsx';
import styles from './user-card.module.css';

export interface UserCardProps {
  readonly user: ChatUser;
  readonly anchor: HTMLElement;
  readonly isOwn: boolean;
  readonly isBlocked: boolean;
  /** Blocks or unblocks the user. */
  readonly onBlock: (blocked: boolean) => void;
  readonly onClose: () => void;
}

/** A user's name, presence and status, and what one can do: write to them, see their page, block them. */
export const UserCard = ({ user, anchor, isOwn, isBlocked, onBlock, onClose }: UserCardProps) => {
  const { t } = useLanguage();
  const { id, name } = user;
  const presence = useStore(users.state).presence.get(id);
  useEffect(() => watchPresence([id]), [id]);
  return (
    <Popup anchor={anchor} kind="dialog" label={name} onClose={onClose}>
      <div className={styles['card']}>
        <div className={styles['who']}>
          <UserMark id={id} name={name} />
          <p>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <br />
            <span className={styles['state']}>
              {t(`chat.presence.${presence?.state ?? 'offline'}`)}
            </span>
          </p>
        </div>
        {presence !== undefined && (presence.emoji !== '' || presence.text !== '') && (
          <p>
            {presence.emoji} <bdi>{presence.text}</bdi>
          </p>
        )}
        <div className={styles['actions']}>
          {!isOwn && !isBlocked && (
            <Button
              tone="primary"
              onClick={() => {
                onClose();
                navigate(directHref(id));
              }}
            >
              {t('userCard.message')}
            </Button>
          )}
          <Link href={sellerHref(id)} onClick={onClose}>
            {t('userCard.profile')}
          </Link>
          {!isOwn && (
            <Button
              tone="quiet"
              onClick={() => {
                onClose();
                onBlock(!isBlocked);
              }}
            >
              {t(isBlocked ? 'chat.unblock' : 'chat.block', { name })}
            </Button>
          )}
        </div>
      </div>
    </Popup>
  );
};
