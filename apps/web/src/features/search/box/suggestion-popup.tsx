// The combobox pattern: the field keeps the focus and receives the keys; the options are referenced
// by id.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions */
import type { Deal } from '@izgodno/contract/deals/deal';
import { suggestDeals, type Suggestion } from '@izgodno/contract/search/calls';
import { categories, type Category } from '@izgodno/contract/deals/vocabulary';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { api } from '#core/api/api.ts';
import { dealHref } from '#core/deals/paths.ts';
import { priceText } from '#core/format/money.ts';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { numberText } from '#core/format/number-format.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { optionByArrow } from '#shared/ui/option-by-arrow.ts';
import { activeFilters } from '../model/filters.ts';
import { eraseSearch, readRecentSearches } from './recent-searches.ts';
import styles from './suggestion-popup.module.css';

/**
 * Delay after typing until the server is called, in milliseconds: half the time that fast typists
 * take per letter.
 */
const TYPING_PAUSE_MS = 60;
/** Suggestions start at this number of letters. */
const MIN_SEARCH_LENGTH = 2;
/** Recent searches beside suggestions. */
const RECENT_BESIDE = 2;

type Option =
  | Suggestion
  | { readonly kind: 'recent'; readonly text: string }
  | { readonly kind: 'deal'; readonly deal: Deal };

interface SuggestionPopupProps {
  readonly id: string;
  readonly hintId: string;
  readonly typed: string;
  /** Called with what handles the keys of the field; null at the end. */
  readonly onKeys: (handler: ((event: KeyboardEvent) => void) | null) => void;
  /** Called with what the field tells assistive technology: the id of the active option, too. */
  readonly onState: (state: { expanded: boolean; active: string | undefined }) => void;
  /** The search for a text, with the filters and the view in force. */
  readonly searchFor: (text: string) => DealSearch;
  readonly onSearch: (search: DealSearch) => void;
  readonly onClose: () => void;
  /** Called with a search that may be made next. */
  readonly onPause: (search: DealSearch) => void;
}

type SearchedOption = Exclude<Option, { kind: 'deal' }>;

/** The category that an option names; undefined if it has words. */
const categoryOf = ({ kind, text }: SearchedOption): Category | undefined =>
  kind === 'category' ? categories.find((known) => known === text) : undefined;

const searchOf = (
  option: SearchedOption,
  searchFor: SuggestionPopupProps['searchFor'],
): DealSearch => {
  const category = categoryOf(option);
  return category === undefined
    ? searchFor(option.text)
    : { ...searchFor(''), category: [category] };
};

const keyOf = (option: Option): string =>
  option.kind === 'deal' ? option.deal.id : `${option.kind} ${option.text}`;

const suggestionsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['deals', 'suggest', typed],
    queryFn: ({ signal }) => api.call(suggestDeals, { query: { q: typed } }, signal),
    enabled: typed.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    // A failed suggestion is not retried.
    retry: false,
    refetchInterval: false,
  });

/** The options for what is typed: recent searches, the server's suggestions, and deals. */
const useOptions = (typed: string, onPause: (text: string) => void) => {
  const [recent, setRecent] = useState(readRecentSearches);
  const settled = useDebounced(typed, TYPING_PAUSE_MS).trim();
  const { data: found, isPlaceholderData, isError } = useQuery(suggestionsQuery(settled));
  const isEmpty = typed.trim() === '';

  const pause = useEffectEvent((text: string) => {
    // Prefetches, because Enter usually follows.
    if (text.length >= MIN_SEARCH_LENGTH) onPause(text);
  });
  useEffect(() => pause(settled), [settled]);

  const begun = typed.trim().toLowerCase();
  const again = recent
    .filter((text) => isEmpty || (text.toLowerCase().startsWith(begun) && text !== typed.trim()))
    .slice(0, isEmpty ? undefined : RECENT_BESIDE);
  const offered = isEmpty || begun.length < MIN_SEARCH_LENGTH ? undefined : found;
  const options: readonly Option[] = [
    ...again.map((text) => ({ kind: 'recent' as const, text })),
    ...(offered?.suggestions ?? []).filter(({ text }) => !again.includes(text)),
    ...(offered?.deals ?? []).map((deal) => ({ kind: 'deal' as const, deal })),
  ];
  const erase = (text: string) => {
    eraseSearch(text);
    setRecent(readRecentSearches());
  };
  const isSettled = settled === typed.trim() && !isPlaceholderData && found !== undefined;
  return { options, erase, isSettled: isSettled || isError };
};

/** The list below the search field. */
export const SuggestionPopup = ({
  id,
  hintId,
  typed,
  onKeys,
  onState,
  searchFor,
  onSearch,
  onClose,
  onPause,
}: SuggestionPopupProps) => {
  const { t } = useLanguage();
  const { options, erase, isSettled } = useOptions(typed, (text) => onPause(searchFor(text)));
  const [chosen, setChosen] = useState({ typed, at: -1 });
  // Another text has other options.
  const active = chosen.typed === typed && chosen.at < options.length ? chosen.at : -1;
  const setActive = (at: number) => setChosen({ typed, at });
  const optionId = (at: number): string => `${id}-${at}`;

  const pick = (option: Option) => {
    onClose();
    if (option.kind === 'deal') navigate(dealHref(option.deal.id));
    else onSearch(searchOf(option, searchFor));
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const option = options[active];
    if (event.key === 'Delete' && option?.kind === 'recent') {
      event.preventDefault();
      erase(option.text);
      setActive(-1);
    }
    if (event.key === 'Enter' && option !== undefined) {
      event.preventDefault();
      pick(option);
    }
    const next = optionByArrow(event.key, active, options.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
  });
  const register = useEffectEvent(onKeys);
  useEffect(() => {
    register((event) => onKeyDown(event));
    return () => register(null);
  }, []);

  const report = useEffectEvent(onState);
  const expanded = options.length > 0;
  const activeId = active >= 0 ? optionId(active) : undefined;
  useEffect(() => {
    report({ expanded, active: activeId });
    if (activeId !== undefined)
      document.querySelector(`#${CSS.escape(activeId)}`)?.scrollIntoView({ block: 'nearest' });
  }, [expanded, activeId]);
  useEffect(() => () => report({ expanded: false, active: undefined }), []);

  const deals = options.findIndex(({ kind }) => kind === 'deal');
  // The numbers are of searches without filters.
  const isCounted = activeFilters(searchFor('')).length === 0;
  const show = (option: Option, at: number) => (
    <div
      key={keyOf(option)}
      id={optionId(at)}
      role="option"
      aria-selected={at === active}
      className={styles['option']}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => pick(option)}
    >
      {option.kind === 'deal' ? (
        <DealOption deal={option.deal} />
      ) : (
        <SearchOption option={option} isCounted={isCounted} onErase={erase} />
      )}
    </div>
  );
  const searches = deals === -1 ? options : options.slice(0, deals);

  return (
    <div className={styles['popup']}>
      <div id={id} role="listbox" aria-label={t('search.suggested')} className={styles['list']}>
        {searches.map(show)}
        {deals !== -1 && (
          <div role="group" aria-label={t('search.deals')} className={styles['deals']}>
            <p aria-hidden="true" className={styles['title']}>
              {t('search.deals')}
            </p>
            {options.slice(deals).map((option, at) => show(option, deals + at))}
          </div>
        )}
      </div>
      <p id={hintId} className={styles['hint']}>
        {t('search.hint')}
        {options[0]?.kind === 'recent' && ` ${t('search.recentHint')}`}
      </p>
      <output className="visually-hidden">
        {isSettled && t('search.optionCount', { count: options.length })}
      </output>
    </div>
  );
};

const icons = {
  product: 'search',
  query: 'search',
  recent: 'clock',
  category: 'tag',
  brand: 'tag',
  location: 'pin',
} as const;

const SearchOption = ({
  option,
  isCounted,
  onErase,
}: {
  option: SearchedOption;
  isCounted: boolean;
  onErase: (text: string) => void;
}) => {
  const { code, t } = useLanguage();
  const { kind, text } = option;
  const category = categoryOf(option);
  const within = kind === 'product' ? option.category : undefined;
  return (
    <>
      <Icon name={icons[kind]} size={18} />
      <span className={styles['text']}>
        {category === undefined ? text : t(`category.${category}`)}
      </span>
      {within !== undefined && <span className={styles['within']}>{t(`category.${within}`)}</span>}
      {kind !== 'query' && kind !== 'product' && (
        <span className={styles['kind']}>{t(`search.kind.${kind}`)}</span>
      )}
      {kind !== 'recent' && isCounted && (
        <span className={styles['count']}>
          <span aria-hidden="true">{numberText(option.count, code)}</span>
          <span className="visually-hidden">{t('deals.count', { count: option.count })}</span>
        </span>
      )}
      {kind === 'recent' && (
        // For pointers; the keyboard has the Delete key.
        <span
          className={styles['forget']}
          aria-hidden="true"
          title={t('search.erase')}
          onClick={(event) => {
            event.stopPropagation();
            onErase(text);
          }}
        >
          <Icon name="close" size={16} />
        </span>
      )}
    </>
  );
};

const DealOption = ({ deal }: { deal: Deal }) => {
  const { code } = useLanguage();
  const image = deal.media.find(({ kind }) => kind === 'image');
  return (
    <>
      <span className={styles['picture']}>
        {image === undefined ? (
          <Icon name="tag" size={18} />
        ) : (
          <img src={image.url} alt="" width={44} height={44} decoding="async" />
        )}
      </span>
      <span className={styles['text']} lang={langOf(deal.title, code)}>
        {deal.title}
      </span>
      <span className={styles['price']}>{priceText(deal.price, code).euro}</span>
    </>
  );
};
