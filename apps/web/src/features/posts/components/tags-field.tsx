import { TAG_LIMITS } from '@izgodno/contract/deals/tags';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Field } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { addTags, type PostDraft, type TagError } from '../model/draft.ts';
import styles from './tags-field.module.css';

interface TagsFieldProps extends Pick<PostDraft, 'tags' | 'tag'> {
  readonly error: string | undefined;
  readonly onChange: (part: Partial<Pick<PostDraft, 'tags' | 'tag'>>) => void;
}

/** Tags as chips; a comma, Enter or leaving the field adds the typed tag. */
export const TagsField = ({ tags, tag: typed, error, onChange }: TagsFieldProps) => {
  const { t } = useLanguage();
  const [entryError, setEntryError] = useState<TagError | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const take = (text: string): void => {
    const entry = addTags(tags, text);
    setEntryError(entry.error);
    if (text !== '') onChange({ tags: entry.tags, tag: entry.rest });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      take(typed);
    }
    if (event.key === 'Backspace' && typed === '' && tags.length > 0)
      onChange({ tags: tags.slice(0, -1) });
  };

  const remove = (tag: string): void => {
    onChange({ tags: tags.filter((other) => other !== tag) });
    input.current?.focus();
  };

  return (
    <Field
      label={t('posts.tags')}
      hint={t('posts.tagsHint')}
      error={entryError === null ? error : t(`posts.error.tag.${entryError}`, { ...TAG_LIMITS })}
      renderControl={(attributes) => (
        <input
          {...attributes}
          ref={input}
          name="tags"
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          value={typed}
          onChange={({ target: { value } }) => {
            setEntryError(null);
            if (/[,،，;]/u.test(value)) take(value);
            else onChange({ tag: value });
          }}
          onKeyDown={onKeyDown}
          onBlur={() => take(typed)}
        />
      )}
    >
      {tags.length > 0 && (
        <ul className={styles['tags']} aria-label={t('posts.tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={t('posts.removeTag', { tag })}
                onClick={() => remove(tag)}
              >
                <bdi>{tag}</bdi>
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
};
