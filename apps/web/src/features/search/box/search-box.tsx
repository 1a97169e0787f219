import { MAX_QUERY_LENGTH } from '@izgodno/contract/search/filters';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { usePrefetch } from '../calls.ts';
import { goToDeals, useDealSearch } from '../results/use-deal-search.ts';
import styles from './search-box.module.css';

const SuggestionPopup = lazyComponent(
  ['deals', 'search.suggestions'],
  async () => (await import('./suggestion-popup.tsx')).SuggestionPopup,
);

/** What is done with a submitted text, loaded with the first one. */
const loadSubmitted = () => import('./submitted-text.ts');

/** If its code does not load, the search is not remembered. */
const remember = (text: string): void => {
  loadSubmitted()
    .then(({ rememberSearch }) => rememberSearch(text))
    .catch(() => undefined);
};

/** A URL is opened instead of searched. */
const isUrl = (text: string): boolean => /^\s*https?:\/\//i.test(text);

const wordsOf = (text: string): string | undefined =>
  text.trim().slice(0, MAX_QUERY_LENGTH) || undefined;

const noList: { expanded: boolean; active: string | undefined } = {
  expanded: false,
  active: undefined,
};

/** The typed text. A search from elsewhere, such as Back, replaces it; the field keeps the focus. */
const useTyped = (q: string) => {
  const [typed, setTyped] = useState(q);
  const [replaced, setReplaced] = useState(q);
  if (replaced !== q) {
    setReplaced(q);
    setTyped(q);
  }
  return [typed, setTyped] as const;
};

export const SearchBox = () => {
  const { t } = useLanguage();
  const search = useDealSearch();
  const { q = '' } = search;
  const [typed, setTyped] = useTyped(q);
  const [open, setOpen] = useState(false);
  const [list, setList] = useState(noList);
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const listId = useId();
  const hintId = useId();

  const searchFor = (text: string) => ({ ...search, q: wordsOf(text), sort: undefined });
  const prefetch = usePrefetch();

  const go = (to: DealSearch) => {
    setOpen(false);
    // Closes the keyboard on the screen.
    if (matchMedia('(pointer: coarse)').matches) input.current?.blur();
    if (to.q !== undefined) remember(to.q);
    goToDeals(to);
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const search = () => go(searchFor(typed));
    if (!isUrl(typed)) return search();
    setOpen(false);
    loadSubmitted()
      .then(({ openUrl }) => openUrl(typed, () => setTyped(q)))
      .catch(search);
  };

  const onType = (value: string) => {
    // Pasted text is complete, so there is no typing to wait for.
    if (value.length > typed.length + 1 && !isUrl(value)) prefetch(searchFor(value));
    // A URL may be longer than words.
    setTyped(isUrl(value) ? value : value.slice(0, MAX_QUERY_LENGTH));
    setOpen(true);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
    } else if (open) keys.current?.(event);
    else if (event.key === 'ArrowDown') setOpen(true);
  };

  return (
    <search className={styles['search']}>
      <form onSubmit={onSubmit} className={styles['field']}>
        <Icon name="search" />
        <input
          ref={input}
          role="combobox"
          aria-label={t('search.label')}
          aria-describedby={open ? hintId : undefined}
          aria-expanded={list.expanded}
          aria-controls={list.expanded ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={list.active}
          placeholder={t('search.placeholder')}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onFocus={() => setOpen(true)}
          // It may have the focus already.
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
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
              if (q !== '') goToDeals({ ...search, q: undefined, sort: undefined });
              input.current?.focus();
            }}
          >
            <Icon name="close" size={18} />
          </IconButton>
        )}
      </form>
      {open && !isUrl(typed) && (
        <Eventually>
          <SuggestionPopup
            id={listId}
            hintId={hintId}
            typed={typed}
            onKeys={(handler) => {
              keys.current = handler;
            }}
            onState={setList}
            searchFor={searchFor}
            onSearch={go}
            onClose={() => setOpen(false)}
            onPause={prefetch}
          />
        </Eventually>
      )}
    </search>
  );
};
