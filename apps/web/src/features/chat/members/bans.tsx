import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { PersonMark } from './person-mark.tsx';
import { bansQuery, unban } from '../channels/info/channel-calls.ts';
import styles from '../channels/info/info.module.css';
import { useAction } from '../channels/info/use-action.ts';

interface BansProps {
  readonly channelId: string;
  readonly onChanged: () => void;
}

/** The banned users, with reason and duration. */
export const Bans = ({ channelId, onChanged }: BansProps) => {
  const { t, code } = useLanguage();
  const { busy, run } = useAction();
  const { data: bans = [] } = useQuery(bansQuery(channelId));
  if (bans.length === 0) return null;
  const date = new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className={styles['form']}>
      <h3 className={styles['legend']}>{t('channelModeration.banned')}</h3>
      <ul className={styles['list']}>
        {bans.map(({ user, reason, until }) => (
          <li key={user.id} className={styles['person']}>
            <PersonMark id={user.id} name={user.name} />
            <span className={styles['grow']}>
              <bdi>{user.name}</bdi>
              <small>
                {until === null
                  ? t('channelModeration.span.forever')
                  : t('channelModeration.until', { time: date.format(new Date(until)) })}
                {reason !== '' && ` · ${reason}`}
              </small>
            </span>
            <Button
              disabled={busy}
              aria-label={t('channelModeration.unbanName', { name: user.name })}
              onClick={() => run(() => unban(channelId, user.id), onChanged)}
            >
              {t('channelModeration.unban')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
