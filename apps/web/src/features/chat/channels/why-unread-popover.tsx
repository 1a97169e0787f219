import { getUnreadReasons, type UnreadReasons } from '@izgodno/contract/chat/unread-calls';
import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { errorText, showFailure } from '#core/api/error-text.ts';
import { api } from '#core/api/api.ts';
import { useBlocked } from '#core/blocks/blocks.ts';
import { useLanguage, type CurrentLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { navigate } from '#core/router/location.ts';
import { closeSidebar, DRAWER_QUERY } from '#core/shell/sidebar.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { useStore } from '#shared/store.ts';
import { directory, markRead } from '../chat.ts';
import { MessageExcerpt } from '../messages/message-excerpt.tsx';
import { chatHref, messageHref } from '../paths.ts';
import { Popup } from '../popup.tsx';
import { UnreadThreads } from '../threads/unread-threads.tsx';
import { countedChannels, unreadInAll, unreadOf } from './channel-directory.ts';
import { channelName } from './channel-name.ts';
import { listedChannels } from './listed-channels.ts';
import { markAllRead } from './read-positions.ts';
import type { UnreadScope } from './why-unread.ts';
import styles from './why-unread.module.css';

const reasonsQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['chat', 'unread', channelId],
    queryFn: ({ signal }) => api.call(getUnreadReasons, { params: { id: channelId } }, signal),
    // Only what is unread at the moment of the question counts.
    staleTime: 0,
    gcTime: 0,
  });

/** The reasons in words, those about the user first. */
const reasonTexts = (reasons: UnreadReasons, { t }: CurrentLanguage): readonly string[] => {
  const { mentions, replies, threads, own, deleted, isMarked } = reasons;
  const texts = (['mentions', 'replies', 'threads'] as const).flatMap((name) =>
    reasons[name] === 0 ? [] : [t(`whyUnread.${name}`, { count: reasons[name] })],
  );
  return [
    ...(mentions + replies + threads === 0 ? [t('whyUnread.notAboutYou')] : texts),
    ...(own === 0 ? [] : [t('whyUnread.own', { count: own })]),
    ...(deleted === 0 ? [] : [t('whyUnread.deleted', { count: deleted })]),
    ...(isMarked ? [t('whyUnread.marked')] : []),
  ];
};

/** Which messages of a channel are unread, and why they concern the user. */
const Reasons = ({ channelId, unread }: { channelId: string; unread: number }) => {
  const language = useLanguage();
  const { t } = language;
  const blocked = useBlocked();
  const { data, error } = useQuery(reasonsQuery(channelId));
  if (error !== null) return <p role="alert">{t(errorText(error))}</p>;
  if (data === undefined) return <p aria-busy="true">{t('whyUnread.reading')}</p>;
  const { first, counted } = data;
  return (
    <>
      {first !== null && (
        <div>
          <p className={styles['label']}>{t('whyUnread.first')}</p>
          <MessageExcerpt message={first} isFolded={blocked.has(first.sender.id)} />
        </div>
      )}
      {counted < unread && <p>{t('whyUnread.counted', { count: counted })}</p>}
      <ul className={styles['reasons']}>
        {reasonTexts(data, language).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
};

interface ScopeProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Closes the popup, and the drawer over the page that it leads to. */
const goTo = (href: string, onClose: () => void): void => {
  onClose();
  if (matchMedia(DRAWER_QUERY).matches) closeSidebar();
  navigate(href);
};

const UnreadChannel = ({
  channel,
  onClose,
}: { readonly channel: OwnChannel } & Pick<ScopeProps, 'onClose'>) => {
  const { t } = useLanguage();
  const { id, lastSeq, membership } = channel;
  const unread = unreadOf(channel);
  return (
    <>
      <p>{t('chat.unread', { count: unread })}</p>
      <Reasons channelId={id} unread={unread} />
      <div className={styles['actions']}>
        <Button
          tone="primary"
          onClick={() => goTo(messageHref(id, membership.readSeq + 1), onClose)}
        >
          {t('whyUnread.goToFirst')}
        </Button>
        <Button
          tone="quiet"
          onClick={() => {
            onClose();
            markRead(id, lastSeq);
          }}
        >
          {t('whyUnread.markRead')}
        </Button>
      </div>
    </>
  );
};

/** The channels that a total is the sum of. */
const UnreadChannels = ({ userId, onClose }: ScopeProps) => {
  const { t, code } = useLanguage();
  const state = useStore(directory.state);
  const counted = new Set(countedChannels(state));
  const unread = listedChannels(state, userId, code).filter(
    ({ channel }) => counted.has(channel) && unreadOf(channel) > 0,
  );
  const markAll = (): void => {
    onClose();
    markAllRead().catch(showFailure);
  };
  return (
    <>
      <p>{t('chat.unread', { count: unreadInAll(state) })}</p>
      <ul className={styles['list']}>
        {unread.map(({ channel, name }) => (
          <li key={channel.id}>
            <Link href={chatHref(channel.id)} className={styles['link']} onClick={onClose}>
              <bdi className={styles['name']}>{name}</bdi>
              <span>{t('chat.unread', { count: unreadOf(channel) })}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button tone="quiet" onClick={markAll}>
          {t('chat.markAllRead')}
        </Button>
      </div>
    </>
  );
};

export interface WhyUnreadProps {
  readonly scope: UnreadScope;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Explains the number of a badge, and leads to what is unread or marks it as read. */
export const WhyUnread = ({ scope, anchor, onClose }: WhyUnreadProps) => {
  const { t } = useLanguage();
  const userId = useUser()?.id ?? '';
  const { channels } = useStore(directory.state);
  const channel = scope.kind === 'channel' ? channels.get(scope.channelId) : undefined;
  const name =
    channel === undefined
      ? t(scope.kind === 'threads' ? 'chat.threads' : 'chat.title')
      : channelName(channel, userId);
  return (
    <Popup anchor={anchor} kind="dialog" label={t('whyUnread.title', { name })} onClose={onClose}>
      <div className={styles['content']}>
        <h2 className={styles['title']}>
          <bdi>{name}</bdi>
        </h2>
        {channel !== undefined && <UnreadChannel channel={channel} onClose={onClose} />}
        {scope.kind === 'threads' && <UnreadThreads onClose={onClose} />}
        {scope.kind === 'all' && <UnreadChannels userId={userId} onClose={onClose} />}
      </div>
    </Popup>
  );
};
