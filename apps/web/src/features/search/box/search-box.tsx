import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import type { DealSearch } from '#core/deals/deal-search.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { usePrefetch } from '../calls.ts';
import { goToDeals, useDealSearch } from '../results/use-deal-search.ts';
import styles from './search-box.module.css';

const SuggestionPopup = lazyComponent(
  ['search.suggestions'],
  async () => (await import('./suggestion-popup.tsx')).SuggestionPopup,
);

/** Loads its code with the first search; if that fails, the search is not remembered. */
const remember = (text: string): void => {
  import('./recent-searches.ts')
    .then(({ rememberSearch }) => rememberSearch(text))
    .catch(() => undefined);
};

const noList: { expanded: boolean; active: string | undefined } = {
  expanded: false,
  active: undefined,
};

export const SearchBox = () => {
  const { t } = useLanguage();
  const search = useDealSearch();
  const { q = '' } = search;
  const [typed, setTyped] = useState(q);
  const [replaced, setReplaced] = useState(q);
  // A search from elsewhere, such as Back, replaces the typed one. The field keeps the focus.
  if (replaced !== q) {
    setReplaced(q);
    setTyped(q);
  }
  const [open, setOpen] = useState(false);
  const [list, setList] = useState(noList);
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const listId = useId();
  const hintId = useId();

  const searchFor = (text: string) => ({ ...search, q: text.trim() || undefined, sort: undefined });
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
    go(searchFor(typed));
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
          maxLength={200}
          value={typed}
          onChange={({ target }) => {
            // Pasted text is complete, so there is no typing to wait for.
            if (target.value.length > typed.length + 1) prefetch(searchFor(target.value));
            setTyped(target.value);
            setOpen(true);
          }}
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
      {open && (
        <Eventually>
          <SuggestionPopup
            id={listId}
            hintId={hintId}
            typed={typed}
            onKeys={(handler) => {
              keys.current = handler;
            }}
            onState={setList}
            onSearch={go}
            onClose={() => setOpen(false)}
            onPause={(text) => prefetch(searchFor(text))}
          />
        </Eventually>
      )}
    </search>
  );
};
