import { findEverywhere, findOrders, type FindOrder } from '@izgodno/contract/chat/find-calls';
import { MAX_SEARCH_TEXT_LENGTH } from '@izgodno/contract/chat/limits';
import { parseSearchText } from '@izgodno/contract/chat/search-text';
import type { Message } from '@izgodno/contract/chat/message';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { errorText, failureKind } from '#core/api/error-text.ts';
import { api } from '#core/api/api.ts';
import { useBlocked } from '#core/blocks/blocks.ts';
import { priceText } from '#core/format/money.ts';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import { currentLocation, navigate } from '#core/router/location.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { useStore } from '#shared/store.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { directory } from '../chat.ts';
import { channelName } from '../channels/channel-name.ts';
import { searchOnDevice } from '../offline/search-on-device.ts';
import { MessageExcerpt } from '../messages/message-excerpt.tsx';
import { findHref, messageHref } from '../paths.ts';
import { Highlighted } from './highlighted.tsx';
import { moveThrough } from './move-through.ts';
import rows from '../message-rows.module.css';
import styles from './search.module.css';

/** Delay after typing until the server is called, in milliseconds. */
const PAUSE_MS = 300;

const findQuery = (q: string, order: FindOrder) =>
  queryOptions({
    queryKey: ['chat', 'find', q, order],
    queryFn: async ({ signal }) => {
      try {
        return {
          ...(await api.call(findEverywhere, { query: { q, order } }, signal)),
          stored: false,
        };
      } catch (error) {
        if (failureKind(error) !== 'connection') throw error;
        const messages = await searchOnDevice({ text: q, channelId: null, senderId: null });
        if (messages === null) throw error;
        return { messages, files: [], deals: [], matched: [], stored: true };
      }
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

interface SectionProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly hrefOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}

/** Results of one kind; nothing if there are none. */
const Section = <Item,>({ title, items, keyOf, hrefOf, children }: SectionProps<Item>) =>
  items.length === 0 ? null : (
    <section aria-label={title}>
      <h2 className={rows['heading']}>{title}</h2>
      <ul className={rows['list']}>
        {items.map((item) => (
          <li key={keyOf(item)} className={rows['row']} data-result="">
            <Link href={hrefOf(item)} className={rows['link']}>
              {children(item)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );

const hrefOf = ({ channelId, seq }: Message): string => messageHref(channelId, seq);

interface ResultsProps {
  readonly q: string;
  readonly order: FindOrder;
  readonly userId: string;
}

const Results = ({ q, order, userId }: ResultsProps) => {
  const { t, code } = useLanguage();
  const blocked = useBlocked();
  const { channels } = useStore(directory.state);
  const { data, error, isPlaceholderData } = useQuery(findQuery(q, order));
  if (q === '') return null;
  if (error !== null) return <p role="alert">{t(errorText(error))}</p>;
  if (data === undefined) return <div aria-busy="true" />;
  const { messages, files, deals, matched, stored } = data;
  const search = [parseSearchText(q).words, ...matched].join(' ');
  const count = messages.length + files.length + deals.length;
  const about = (message: Message) => {
    const channel = channels.get(message.channelId);
    return {
      message,
      isFolded: blocked.has(message.sender.id),
      search,
      ...(channel && { origin: channelName(channel, userId) }),
    };
  };
  return (
    <>
      {stored && <p className={styles['count']}>{t('messageSearch.stored')}</p>}
      <output className={styles['count']}>
        {isPlaceholderData
          ? ''
          : count === 0
            ? t('messageSearch.nothing', { search: q })
            : t('find.found', { count })}
      </output>
      <Section title={t('find.messages')} items={messages} keyOf={({ id }) => id} hrefOf={hrefOf}>
        {(message) => <MessageExcerpt {...about(message)} />}
      </Section>
      <Section
        title={t('find.files')}
        items={files}
        keyOf={({ file }) => file.id}
        hrefOf={({ message }) => hrefOf(message)}
      >
        {({ file, message }) => (
          <>
            <bdi className={styles['title']}>
              <Highlighted text={file.fileName} search={search} />
            </bdi>
            <MessageExcerpt {...about(message)} />
          </>
        )}
      </Section>
      <Section
        title={t('find.deals')}
        items={deals}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/deals/${id}`}
      >
        {(deal) => (
          <>
            <span className={styles['title']} dir="auto">
              <Highlighted text={deal.title} search={search} />
            </span>
            <strong>{priceText(deal.price, code).euro}</strong>
          </>
        )}
      </Section>
    </>
  );
};

/** Searches the messages and files of the user's channels, and the deals, by one text. */
export const FindPage = ({ userId }: { userId: string }) => {
  const { t } = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(
    () => new URLSearchParams(currentLocation().query).get('q') ?? '',
  );
  const [order, setOrder] = useState<FindOrder>('time');
  const q = useDebounced(text.trim(), PAUSE_MS);
  usePageTitle(t('chat.find'));
  useEffect(() => field.current?.focus(), []);
  // Back from a result returns to the search.
  useEffect(() => navigate(findHref(q), { replace: true, keepScroll: true }), [q]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it handles the arrow keys of its results.
    <div className={rows['page']} onKeyDown={moveThrough}>
      <PageFrame title={t('chat.find')} width="rows">
        <search className={styles['form']}>
          <TextField
            ref={field}
            type="search"
            label={t('find.field')}
            value={text}
            maxLength={MAX_SEARCH_TEXT_LENGTH}
            hint={t('messageSearch.operators')}
            onChange={({ target }) => setText(target.value)}
          />
          <fieldset className={styles['orders']}>
            <legend>{t('find.order')}</legend>
            {findOrders.map((each) => (
              <label key={each} className={styles['check']}>
                <input
                  type="radio"
                  name="order"
                  checked={order === each}
                  onChange={() => setOrder(each)}
                />
                {t(`find.${each}`)}
              </label>
            ))}
          </fieldset>
        </search>
        <Results q={q} order={order} userId={userId} />
      </PageFrame>
    </div>
  );
};
