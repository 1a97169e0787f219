import { categories } from '@izgodno/contract/deals/vocabulary';
import { useQuery } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
} from 'react';
import { useLanguage } from '#core/language/language.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { optionByArrow } from '#shared/ui/option-by-arrow.ts';
import { MIN_SEARCH_LENGTH, suggestionsQuery } from '../calls.ts';
import { completeLastTerm, lastTerm } from '../model/search-terms.ts';
import { eraseSearch, readRecentSearches, rememberSearch } from './recent-searches.ts';
import { usePrefetch } from '../calls.ts';
import { goToDeals, useDealSearch } from '../results/use-deal-search.ts';
import { optionId, SuggestionList, type SearchOption } from './suggestion-list.tsx';
import styles from './search-box.module.css';

/**
 * Delay after typing until the server is called, in milliseconds: half the time that fast typists
 * take per letter.
 */
const TYPING_PAUSE_MS = 60;

export const SearchBox = () => {
  const { q = '' } = useDealSearch();
  // A search from elsewhere, such as Back, replaces the typed one.
  return <SearchField key={q} initial={q} />;
};

/** The list of options for what is typed. Calls `onSettled` with a text that may be searched next. */
const useOptions = (typed: string, onSettled: (text: string) => void) => {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const settled = useDebounced(typed, TYPING_PAUSE_MS);
  const term = lastTerm(settled);
  const [recent, setRecent] = useState(readRecentSearches);
  const suggestions = useQuery(suggestionsQuery(open ? term : '')).data ?? [];
  const offered: readonly SearchOption[] =
    typed.trim() === '' ? recent.map((text) => ({ kind: 'recent', text })) : suggestions;
  const options = open && (typed.trim() === '' || lastTerm(typed) !== '') ? offered : [];

  const onPause = useEffectEvent((text: string) => {
    // Prefetches, because Enter usually follows.
    if (open && term.length >= MIN_SEARCH_LENGTH) onSettled(text);
  });
  useEffect(() => onPause(settled), [settled]);

  const show = (next: number) => {
    setOpen(true);
    setActive(next);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const erase = (text: string) => {
    eraseSearch(text);
    setRecent(readRecentSearches());
    setActive(-1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
    const chosen = options[active];
    if (event.key === 'Delete' && chosen?.kind === 'recent') {
      event.preventDefault();
      erase(chosen.text);
    }
    const next = optionByArrow(event.key, active, options.length);
    if (next === null) return;
    event.preventDefault();
    show(next);
  };

  const onFocus = () => {
    setRecent(readRecentSearches());
    setOpen(true);
  };

  return { open, active, options, show, close, erase, onKeyDown, onFocus };
};

const SearchField = ({ initial }: { initial: string }) => {
  const { t } = useLanguage();
  const search = useDealSearch();
  const [typed, setTyped] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const hintId = useId();

  const searchFor = (text: string) => ({ ...search, q: text.trim() || undefined, sort: undefined });
  const prefetch = usePrefetch();
  const list = useOptions(typed, (text) => prefetch(searchFor(text)));
  const { open, active, options, close } = list;

  const submit = (text: string) => {
    close();
    input.current?.blur();
    if (text.trim() !== '') rememberSearch(text.trim());
    goToDeals(searchFor(text));
  };

  const pick = (option: SearchOption) => {
    const category = categories.find((known) => known === option.text);
    if (option.kind !== 'category' || category === undefined) {
      submit(completeLastTerm(typed, option.text));
      return;
    }
    close();
    setTyped('');
    goToDeals({ ...search, q: undefined, category: [category], sort: undefined });
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = options[active];
    if (chosen === undefined) submit(typed);
    else pick(chosen);
  };

  return (
    <search className={styles['search']}>
      <form onSubmit={onSubmit} className={styles['field']}>
        <Icon name="search" />
        <input
          ref={input}
          role="combobox"
          aria-label={t('search.label')}
          aria-describedby={hintId}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
          placeholder={t('search.placeholder')}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            // Pasted text is complete, so there is no typing to wait for.
            if (target.value.length > typed.length + 1) prefetch(searchFor(target.value));
            setTyped(target.value);
            list.show(-1);
          }}
          onFocus={list.onFocus}
          onBlur={close}
          onKeyDown={list.onKeyDown}
        />
        {typed !== '' && (
          <IconButton
            label={t('search.clear')}
            className={styles['clear']}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setTyped('');
              if (initial !== '') goToDeals({ ...search, q: undefined, sort: undefined });
              input.current?.focus();
            }}
          >
            <Icon name="close" size={18} />
          </IconButton>
        )}
      </form>
      <div className={styles['popup']} data-open={open}>
        <SuggestionList
          id={listId}
          options={options}
          active={active}
          onPick={pick}
          onErase={list.erase}
        />
        <p id={hintId} className={styles['hint']}>
          {t('search.hint')}
          {options[0]?.kind === 'recent' && ` ${t('search.recentHint')}`}
        </p>
      </div>
    </search>
  );
};
