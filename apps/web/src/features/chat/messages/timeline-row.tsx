import type { User } from '@izgodno/contract/accounts/session';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { channelName } from '../channels/channel-name.ts';
import type { TimelineItem } from './timeline.ts';
import { useChannelView } from './channel-view-context.ts';
import { MessageRow } from './message-row.tsx';
import { PendingRow } from './pending-row.tsx';
import { dayText } from './time-text.ts';
import styles from './channel-view.module.css';

const DayLine = ({ day }: { readonly day: string }) => {
  const language = useLanguage();
  const now = useNow();
  return (
    <div className={styles['line']}>
      <h2>{dayText(day, now, language)}</h2>
    </div>
  );
};

interface TimelineRowProps {
  readonly item: TimelineItem;
  readonly user: User;
  /** The target of a jump. */
  readonly targetSeq: number | null;
  /** The user's newest message that all others in a direct conversation have read. */
  readonly seenSeq: number | undefined;
}

/** One item of the list of messages. */
export const TimelineRow = ({ item, user, targetSeq, seenSeq }: TimelineRowProps) => {
  'use memo';
  const { t } = useLanguage();
  const { channel } = useChannelView();
  switch (item.kind) {
    case 'start':
      return (
        <div className={styles['start']}>
          {t(channel.kind === 'direct' ? 'chat.startDirect' : 'chat.start', {
            name: channelName(channel, user.id),
          })}
        </div>
      );
    case 'day':
      return <DayLine day={item.day} />;
    case 'new':
      return (
        <div className={styles['line']} data-new="true">
          <h2>{t('chat.newMessages')}</h2>
        </div>
      );
    case 'message':
      return (
        <MessageRow
          message={item.message}
          grouped={item.grouped}
          isTarget={item.message.seq === targetSeq}
          isSeen={item.message.seq === seenSeq}
        />
      );
    case 'pending':
      return <PendingRow entry={item.entry} grouped={item.grouped} user={user} />;
  }
};
