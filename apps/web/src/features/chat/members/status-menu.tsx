import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { PlainButton } from '#shared/ui/button.tsx';
import { watchPresence, ownStatusQuery } from './presence.ts';
import { PresenceDot } from './presence-dot.tsx';
import { UserMark } from './user-mark.tsx';
import styles from './status-menu.module.css';

const StatusDialog = lazyComponent(
  ['chat', 'chat.more', 'chat.panels'],
  async () => (await import('./status-dialog.tsx')).StatusDialog,
);

/** The user's own name, presence and status; opens the settings. */
export const StatusMenu = () => {
  const { t } = useLanguage();
  const user = useUser();
  const [open, setOpen] = useState(false);
  const { data: status } = useQuery({
    ...ownStatusQuery(user?.id ?? ''),
    enabled: user !== null,
  });
  const ownId = user?.id;
  useEffect(() => (ownId === undefined ? undefined : watchPresence([ownId])), [ownId]);

  if (user === null) return null;
  return (
    <>
      <PlainButton
        className={styles['own']}
        aria-haspopup="dialog"
        disabled={status === undefined}
        onClick={() => setOpen(true)}
      >
        <UserMark id={user.id} name={user.name} />
        <PresenceDot userId={user.id} />
        <span className={styles['words']}>
          <bdi>{user.name}</bdi>
          <small>
            {status === undefined || `${status.emoji}${status.text}` === ''
              ? t('ownStatus.set')
              : `${status.emoji} ${status.text}`}
          </small>
        </span>
      </PlainButton>
      {open && status !== undefined && (
        <Eventually>
          <StatusDialog userId={user.id} status={status} onClose={() => setOpen(false)} />
        </Eventually>
      )}
    </>
  );
};
