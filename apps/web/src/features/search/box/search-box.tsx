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
import { usePrefetch } from '../use-prefetch.ts';
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

const SearchField = ({ initial }: { initial: string }) => {
  const { t } = useLanguage();
  const search = useDealSearch();
  const [typed, setTyped] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const hintId = useId();

  const settled = useDebounced(typed, TYPING_PAUSE_MS);
  const term = lastTerm(settled);
  const [recent, setRecent] = useState(readRecentSearches);
  const suggestions = useQuery(suggestionsQuery(open ? term : '')).data ?? [];
  const offered: readonly SearchOption[] =
    typed.trim() === '' ? recent.map((text) => ({ kind: 'recent', text })) : suggestions;
  const shown = open && (typed.trim() === '' || lastTerm(typed) !== '') ? offered : [];

  const searchFor = (text: string) => ({ ...search, q: text.trim() || undefined, sort: undefined });

  const prefetch = usePrefetch();
  const onSettled = useEffectEvent((text: string) => {
    // Prefetches, because Enter usually follows.
    if (open && term.length >= MIN_SEARCH_LENGTH) prefetch(searchFor(text));
  });
  useEffect(() => onSettled(settled), [settled]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };

  const submit = (text: string) => {
    close();
    input.current?.blur();
    if (text.trim() !== '') rememberSearch(text.trim());
    goToDeals(searchFor(text));
  };

  const erase = (text: string) => {
    eraseSearch(text);
    setRecent(readRecentSearches());
    setActive(-1);
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
    const chosen = shown[active];
    if (chosen === undefined) submit(typed);
    else pick(chosen);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
    const chosen = shown[active];
    if (event.key === 'Delete' && chosen?.kind === 'recent') {
      event.preventDefault();
      erase(chosen.text);
    }
    const next = optionByArrow(event.key, active, shown.length);
    if (next === null) return;
    event.preventDefault();
    setOpen(true);
    setActive(next);
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
          aria-expanded={shown.length > 0}
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
            setActive(-1);
            setOpen(true);
          }}
          onFocus={() => {
            setRecent(readRecentSearches());
            setOpen(true);
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
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
        <SuggestionList id={listId} options={shown} active={active} onPick={pick} onErase={erase} />
        <p id={hintId} className={styles['hint']}>
          {t('search.hint')}
          {shown[0]?.kind === 'recent' && ` ${t('search.recentHint')}`}
        </p>
      </div>
    </search>
  );
};
