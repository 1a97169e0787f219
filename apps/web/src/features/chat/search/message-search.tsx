import type { ChatUser } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import {
  useInfiniteQuery,
  useMutation,
  infiniteQueryOptions,
  keepPreviousData,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_TEXT_LENGTH } from '@izgodno/contract/chat/limits';
import { parseSearchText } from '@izgodno/contract/chat/search-text';
import { findMessageAt, searchMessages } from '@izgodno/contract/chat/find-calls';
import { localDay } from '#core/format/local-day.ts';
import { errorText, failureKind } from '#core/api/error-text.ts';
import { useBlocked } from '#core/blocks/blocks.ts';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { api } from '#core/api/api.ts';
import { Link } from '#core/router/link.tsx';
import { useNow } from '#shared/hooks/use-now.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { useStore } from '#shared/store.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { directory } from '../chat.ts';
import { searchOnDevice, type MessageWish } from '../offline/search-on-device.ts';
import { MessageExcerpt } from '../messages/message-excerpt.tsx';
import { SidePanel } from '../messages/side-panel.tsx';
import { channelName } from '../channels/channel-name.ts';
import { MoreOfQuery } from '../more-of-query.tsx';
import { UserPicker } from '../members/user-picker.tsx';
import { findHref } from '../paths.ts';
import { moveThrough } from './move-through.ts';
import styles from './search.module.css';

interface FoundPage {
  readonly messages: readonly Message[];
  readonly matched: readonly string[];
  readonly nextCursor: string | null;
  /** Whether only this device was searched. */
  readonly isStored?: boolean;
}

const messageSearchQuery = ({ text, channelId, senderId }: MessageWish) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'search', text, channelId, senderId],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<FoundPage> => {
      const query = {
        q: text,
        ...(channelId === null ? {} : { channelId }),
        ...(senderId === null ? {} : { from: senderId }),
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      };
      try {
        return await api.call(searchMessages, { query }, signal);
      } catch (error) {
        if (failureKind(error) !== 'connection') throw error;
        const messages = await searchOnDevice({ text, channelId, senderId });
        if (messages === null) throw error;
        return { messages, matched: [], nextCursor: null, isStored: true };
      }
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });

/** Delay after typing until the server is called, in milliseconds. */
const PAUSE_MS = 300;

export interface MessageSearchProps {
  readonly channelId: string;
  readonly onClose: () => void;
  /** Shows the message of a `seq` of a channel. */
  readonly onJump: (channelId: string, seq: number) => void;
}

interface ResultProps {
  readonly message: Message;
  readonly search: string;
  /** The name of its channel; null if it is the current one. */
  readonly origin: string | null;
  /** Whether its sender is blocked, so that its text is hidden. */
  readonly isFolded: boolean;
  readonly onOpen: () => void;
}

const Result = ({ message, search, origin, isFolded, onOpen }: ResultProps) => (
  <button type="button" className={styles['result']} onClick={onOpen}>
    <MessageExcerpt
      message={message}
      isFolded={isFolded}
      search={search}
      {...(origin !== null && { origin })}
    />
  </button>
);

interface DayFieldProps {
  readonly channelId: string;
  readonly onJump: (seq: number) => void;
}

/** Shows the channel from the beginning of a day, in the time zone of this device. */
const DayField = ({ channelId, onJump }: DayFieldProps) => {
  const { t } = useLanguage();
  const now = useNow();
  const [day, setDay] = useState('');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (time: string) =>
      (await api.call(findMessageAt, { params: { channelId }, query: { time } })).seq,
  });
  // Runs only if the search has not been closed meanwhile.
  const onSuccess = (seq: number | null): void => {
    if (seq !== null) onJump(seq);
  };
  return (
    <form
      className={styles['day']}
      onSubmit={(event) => {
        event.preventDefault();
        if (day === '' || isPending) return;
        mutate(new Date(`${day}T00:00:00`).toISOString(), { onSuccess });
      }}
    >
      <TextField
        type="date"
        label={t('messageSearch.day')}
        value={day}
        max={localDay(new Date(now).toISOString())}
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit" disabled={day === ''}>
        {t('messageSearch.toDay')}
      </Button>
      <output className={styles['count']}>{data === null ? t('messageSearch.empty') : ''}</output>
      {error !== null && <p role="alert">{t(errorText(error))}</p>}
    </form>
  );
};

/**
 * Finds messages by their words, in this channel or in all of the user's, of one sender or of all.
 */
export const MessageSearch = ({ channelId, onClose, onJump }: MessageSearchProps) => {
  const { t } = useLanguage();
  const user = useUser();
  const blocked = useBlocked();
  const { channels } = useStore(directory.state);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [everywhere, setEverywhere] = useState(false);
  const [sender, setSender] = useState<ChatUser | null>(null);
  const search = useDebounced(text.trim(), PAUSE_MS);
  const wanted = parseSearchText(search);
  const query = useInfiniteQuery(
    messageSearchQuery({
      text: search,
      // A search that names channels is not limited to this one.
      channelId: everywhere || wanted.in.length > 0 ? null : channelId,
      senderId: sender?.id ?? null,
    }),
  );
  const { data, error, hasNextPage, isPlaceholderData } = query;
  const pages = data?.pages ?? [];
  const messages = search === '' ? [] : pages.flatMap((page) => page.messages);
  const marked = [wanted.words, ...pages.flatMap(({ matched }) => matched)].join(' ');
  const isStored = pages[0]?.isStored === true;
  const nothing = search !== '' && data !== undefined && messages.length === 0;

  useEffect(() => field.current?.focus(), []);

  const originOf = (message: Message): string | null => {
    const channel = channels.get(message.channelId);
    const isElsewhere = everywhere || message.channelId !== channelId;
    return isElsewhere && channel !== undefined ? channelName(channel, user?.id ?? null) : null;
  };

  return (
    <SidePanel title={t('messageSearch.title')} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles the arrow keys of its results. */}
      <div className={styles['panel']} onKeyDown={moveThrough}>
        <search className={styles['form']}>
          <TextField
            ref={field}
            type="search"
            label={t('messageSearch.terms')}
            value={text}
            maxLength={MAX_SEARCH_TEXT_LENGTH}
            hint={t('messageSearch.operators')}
            onChange={(event) => setText(event.target.value)}
          />
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={everywhere}
              onChange={(event) => setEverywhere(event.target.checked)}
            />
            {t('messageSearch.everywhere')}
          </label>
          {sender === null ? (
            <UserPicker label={t('messageSearch.from')} onPick={setSender} />
          ) : (
            <p className={styles['sender']}>
              {t('messageSearch.from')}: <bdi>{sender.name}</bdi>
              <IconButton label={t('messageSearch.fromAll')} onClick={() => setSender(null)}>
                <Icon name="close" size={18} />
              </IconButton>
            </p>
          )}
        </search>
        <Link href={findHref(search)} className={styles['everything']}>
          {t('messageSearch.all')}
        </Link>
        <DayField channelId={channelId} onJump={(seq) => onJump(channelId, seq)} />
        {error !== null && <p role="alert">{t(errorText(error))}</p>}
        {isStored && <p className={styles['count']}>{t('messageSearch.stored')}</p>}
        <output className={styles['count']}>
          {search !== '' && data !== undefined && !isPlaceholderData
            ? nothing
              ? t('messageSearch.nothing', { search })
              : t('messageSearch.found', {
                  count: messages.length,
                  more: hasNextPage ? 'yes' : 'no',
                })
            : ''}
        </output>
        <ul className={styles['list']} aria-label={t('messageSearch.results')}>
          {messages.map((message) => (
            <li key={message.id} data-result="">
              <Result
                message={message}
                search={marked}
                origin={originOf(message)}
                isFolded={blocked.has(message.sender.id)}
                onOpen={() => onJump(message.channelId, message.seq)}
              />
            </li>
          ))}
        </ul>
        {messages.length > 0 && <MoreOfQuery query={query} />}
      </div>
    </SidePanel>
  );
};
