import { useState, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { emojiGroupNames, emojiGroups, type Emoji } from './emoji-data.ts';
import { Popup } from '../popup.tsx';
import styles from './emoji-picker.module.css';

/** Emoji per row (see the style): up and down move by as many. */
const COLUMNS = 8;

export interface EmojiPickerProps {
  readonly anchor: HTMLElement;
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

/** Moves the focus by arrow keys within the grid. */
const moveInGrid = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-emoji]')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = at === -1 ? (step > 0 ? buttons[0] : undefined) : buttons[at + step];
  if (next === undefined || (at === -1 && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  next.focus();
};

/** A picker of all emoji, by theme and searchable in the language of the page. */
export const EmojiPicker = ({ anchor, onPick, onClose }: EmojiPickerProps) => {
  const { t, code } = useLanguage();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase(code);
  const matches = (emoji: Emoji) => emoji[code].toLocaleLowerCase(code).includes(wanted);
  const shown = emojiGroupNames
    .map((name) => ({ name, emoji: emojiGroups[name].filter(matches) }))
    .filter(({ emoji }) => emoji.length > 0);
  return (
    <Popup anchor={anchor} kind="dialog" label={t('chat.emoji.title')} onClose={onClose}>
      {/* The arrow keys move the focus among the buttons inside. */}
      <div className={styles['picker']} onKeyDown={moveInGrid} role="presentation">
        <input
          type="search"
          className={styles['search']}
          aria-label={t('chat.emoji.search')}
          placeholder={t('chat.emoji.search')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <div className={styles['groups']}>
          {shown.map(({ name, emoji }) => (
            <section key={name} aria-label={t(`chat.emoji.${name}`)}>
              <h3 className={styles['heading']}>{t(`chat.emoji.${name}`)}</h3>
              <div className={styles['grid']}>
                {emoji.map((one) => (
                  <button
                    key={one.emoji}
                    type="button"
                    data-emoji
                    className={styles['emoji']}
                    aria-label={one[code]}
                    title={one[code]}
                    onClick={() => onPick(one.emoji)}
                  >
                    {one.emoji}
                  </button>
                ))}
              </div>
            </section>
          ))}
          {shown.length === 0 && <p className={styles['none']}>{t('chat.emoji.none')}</p>}
        </div>
      </div>
    </Popup>
  );
};
