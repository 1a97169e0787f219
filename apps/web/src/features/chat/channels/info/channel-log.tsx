import {
  channelLogActions,
  type ChannelLogAction,
  type ChannelLogEntry,
} from '@izgodno/contract/chat/moderation-calls';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FailureText } from '#core/failure-text.tsx';
import { useLanguage, type CurrentLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { logQuery } from './channel-calls.ts';
import styles from './info.module.css';

const isKnown = (action: string): action is ChannelLogAction =>
  channelLogActions.some((known) => known === action);

const actText = ({ action, details }: ChannelLogEntry, { t, code }: CurrentLanguage): string => {
  if (!isKnown(action)) return action;
  const { role, until } = details;
  if (action === 'channel.appoint')
    return t(role === 'moderator' ? 'channelLog.appointed' : 'channelLog.dismissed');
  if (action === 'channel.mute' && (until ?? '') === '') return t('channelLog.unmuted');
  const text = t(`channelLog.${action}`);
  if (until === undefined || until === '') return text;
  const date = new Intl.DateTimeFormat(code, { dateStyle: 'short', timeStyle: 'short' });
  return `${text} (${t('channelLog.until', { time: date.format(new Date(until)) })})`;
};

/** The moderation log of the channel, for its moderators. */
export const ChannelLog = ({ channelId }: { channelId: string }) => {
  const language = useLanguage();
  const { t, code } = language;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    logQuery(channelId),
  );
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const time = new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
  const nameOf = (person: ChannelLogEntry['actor']): string =>
    person?.name ?? t('chat.deletedAccount');
  return (
    <div className={styles['stack']} aria-busy={data === undefined && error === null}>
      <p className={styles['muted']}>{t('channelLog.text')}</p>
      {error !== null && (
        <p role="alert">
          <FailureText error={error} />
        </p>
      )}
      {data !== undefined && entries.length === 0 && <p>{t('channelLog.empty')}</p>}
      <ul className={styles['list']} aria-label={t('channelInfo.log')}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles['entry']}>
            <span>
              {actText(entry, language)}: <bdi>{nameOf(entry.subject)}</bdi>
            </span>
            {entry.reason !== '' && <q className={styles['said']}>{entry.reason}</q>}
            <small>
              <bdi>{nameOf(entry.actor)}</bdi>
              {' · '}
              <time dateTime={entry.at}>{time.format(new Date(entry.at))}</time>
            </small>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('channelInfo.more')}
        </Button>
      )}
    </div>
  );
};
