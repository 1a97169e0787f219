import { useQuery } from '@tanstack/react-query';
import { dateFormat } from '#core/format/date-format.ts';
import { errorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Section } from '#shared/ui/section.tsx';
import { useUnblock } from './block-button.tsx';
import { blocksQuery, useBlocked } from './blocks.ts';
import styles from './blocked-users.module.css';

/** The users blocked by the signed-in user, each with a button to unblock. */
export const BlockedUsers = () => {
  const { t, code } = useLanguage();
  // Subscribes to changes made on other devices.
  useBlocked();
  const { data: blocks, error } = useQuery(blocksQuery);
  const unblock = useUnblock();
  const date = dateFormat(code, { dateStyle: 'medium' });
  return (
    <Section title={t('blocks.title')} text={t('blocks.listText')}>
      {error !== null && <p role="alert">{t(errorText(error))}</p>}
      {blocks?.length === 0 && <p className={styles['muted']}>{t('blocks.none')}</p>}
      {blocks !== undefined && blocks.length > 0 && (
        <ul className={styles['list']} aria-label={t('blocks.title')}>
          {blocks.map(({ user, createdAt }) => (
            <li key={user.id} className={styles['row']}>
              <span className={styles['name']}>
                <bdi>{user.name}</bdi>{' '}
                <small className={styles['muted']}>
                  {t('blocks.since', { date: date.format(new Date(createdAt)) })}
                </small>
              </span>
              <Button
                aria-label={t('blocks.unblock', { name: user.name })}
                onClick={() => unblock(user)}
              >
                {t('blocks.undo')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
