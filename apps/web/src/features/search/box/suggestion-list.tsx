// The combobox pattern: the field keeps the focus and receives the keys; the options are referenced
// by id.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions */
import type { Suggestion } from '@izgodno/contract/search/calls';
import { categories } from '@izgodno/contract/deals/vocabulary';
import { useLanguage } from '#core/language/language.ts';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './suggestion-list.module.css';

export const optionId = (listId: string, rank: number): string => `${listId}-${rank}`;

/** A search term: a suggestion of the server, or a recent search. */
export type SearchOption = Suggestion | { readonly kind: 'recent'; readonly text: string };

interface SuggestionListProps {
  readonly id: string;
  readonly options: readonly SearchOption[];
  /** The index of the option that Enter chooses; -1 for none. */
  readonly active: number;
  readonly onPick: (option: SearchOption) => void;
  readonly onErase: (text: string) => void;
}

export const SuggestionList = ({ id, options, active, onPick, onErase }: SuggestionListProps) => {
  const { t } = useLanguage();
  return (
    <div id={id} role="listbox" aria-label={t('search.suggestions')}>
      {options.map((option, rank) => (
        <div
          key={`${option.kind} ${option.text}`}
          id={optionId(id, rank)}
          role="option"
          aria-selected={rank === active}
          className={styles['option']}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          <OptionText option={option} />
          {option.kind === 'recent' && (
            // For pointers; the keyboard has the Delete key.
            <span
              className={styles['forget']}
              aria-hidden="true"
              title={t('search.erase')}
              onClick={(event) => {
                event.stopPropagation();
                onErase(option.text);
              }}
            >
              <Icon name="close" size={16} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
};

const icons = { query: 'search', recent: 'clock', category: 'tag', brand: 'tag' } as const;

const OptionText = ({ option }: { option: SearchOption }) => {
  const { code, t } = useLanguage();
  const { kind, text } = option;
  const category = categories.find((known) => known === text);
  return (
    <>
      <Icon name={icons[kind]} size={18} />
      <span className={styles['text']}>
        {kind === 'category' && category !== undefined ? t(`category.${category}`) : text}
      </span>
      {kind !== 'query' && <span className={styles['kind']}>{t(`search.kind.${kind}`)}</span>}
      {kind !== 'recent' && (
        <span className={styles['count']}>{option.count.toLocaleString(code)}</span>
      )}
    </>
  );
};
