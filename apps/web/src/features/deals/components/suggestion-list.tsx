// The combobox pattern: the field keeps the focus and hears the keys; the options are only pointed at.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import type { Suggestion } from '@izgodno/contract/deals/calls';
import { categories } from '@izgodno/contract/deals/vocabulary';
import { useLanguage } from '#core/language/language.ts';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './suggestion-list.module.css';

export const optionId = (listId: string, rank: number): string => `${listId}-${rank}`;

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** The rank of the option that Enter takes; -1 for none. */
  readonly active: number;
  readonly onPick: (suggestion: Suggestion) => void;
}

export const SuggestionList = ({ id, suggestions, active, onPick }: SuggestionListProps) => {
  const { t } = useLanguage();
  return (
    <div id={id} role="listbox" aria-label={t('search.suggestions')}>
      {suggestions.map((suggestion, rank) => (
        <div
          key={`${suggestion.kind} ${suggestion.text}`}
          id={optionId(id, rank)}
          role="option"
          aria-selected={rank === active}
          className={styles['option']}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(suggestion)}
        >
          <SuggestionText suggestion={suggestion} />
        </div>
      ))}
    </div>
  );
};

const SuggestionText = ({ suggestion: { kind, text, count } }: { suggestion: Suggestion }) => {
  const { code, t } = useLanguage();
  const category = categories.find((known) => known === text);
  return (
    <>
      <Icon name={kind === 'query' ? 'search' : 'tag'} size={18} />
      <span className={styles['text']}>
        {kind === 'category' && category !== undefined ? t(`category.${category}`) : text}
      </span>
      {kind !== 'query' && <span className={styles['kind']}>{t(`search.kind.${kind}`)}</span>}
      <span className={styles['count']}>{count.toLocaleString(code)}</span>
    </>
  );
};
