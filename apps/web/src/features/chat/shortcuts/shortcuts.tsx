import { nameFilter } from '@izgodno/contract/common/name-spellings';
import { useId, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { directory } from '../chat.ts';
import { listedChannels, type ListedChannel } from '../channels/listed-channels.ts';
import { unreadOf } from '../channels/channel-directory.ts';
import { findHref } from '../paths.ts';
import styles from './shortcuts.module.css';

// The combobox pattern: the field keeps the focus and receives the keys; the options are referenced
// by id.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */

/** Every key of the chat, as the help sheet lists them. `Mod` is Ctrl, or ⌘ on Apple devices. */
const shortcutKeys = [
  { name: 'help', keys: ['?'] },
  { name: 'switch', keys: ['Mod', 'K'] },
  { name: 'previous', keys: ['Alt', '↑'] },
  { name: 'next', keys: ['Alt', '↓'] },
  { name: 'previousUnread', keys: ['Alt', 'Shift', '↑'] },
  { name: 'nextUnread', keys: ['Alt', 'Shift', '↓'] },
  { name: 'send', keys: ['Enter'] },
  { name: 'newLine', keys: ['Shift', 'Enter'] },
  { name: 'editLast', keys: ['↑'] },
  { name: 'cancel', keys: ['Esc'] },
] as const;

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const nameOf = (key: string): string => {
  if (key === 'Mod') return isApple() ? '⌘' : 'Ctrl';
  return key === 'Alt' && isApple() ? '⌥' : key;
};

/** The help sheet: every key and what it does. */
export const Shortcuts = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLanguage();
  return (
    <Dialog
      open
      title={t('shortcuts.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('voice.close')}</Button>}
    >
      <dl className={styles['sheet']}>
        {shortcutKeys.map(({ name, keys }) => (
          <div key={name}>
            <dt>{t(`shortcuts.keys.${name}`)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{nameOf(key)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};

export interface SwitcherProps {
  readonly onOpen: (channelId: string) => void;
  readonly onClose: () => void;
}

/** Opens a channel by its name. */
export const Switcher = ({ onOpen, onClose }: SwitcherProps) => {
  const { t, code } = useLanguage();
  const user = useUser();
  const channels = listedChannels(useStore(directory.state), user?.id ?? '', code);
  const listId = useId();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const contains = nameFilter(text.trim());
  const shown = channels.filter(({ name }) => contains(name));

  const open = (listed: ListedChannel | undefined): void => {
    if (listed === undefined) return;
    onClose();
    onOpen(listed.channel.id);
  };

  return (
    <Dialog
      open
      title={t('shortcuts.switcher')}
      onClose={onClose}
      actions={
        <>
          <Button
            tone="quiet"
            onClick={() => {
              onClose();
              navigate(findHref(text.trim()));
            }}
          >
            {t('shortcuts.find')}
          </Button>
          <Button onClick={onClose}>{t('channelModeration.cancel')}</Button>
        </>
      }
    >
      <TextField
        label={t('shortcuts.switchTo')}
        value={text}
        autoComplete="off"
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? `${listId}-${marked}` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setMarked(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') open(shown[marked]);
          else if (shown.length === 0) return;
          else if (event.key === 'ArrowDown') setMarked((marked + 1) % shown.length);
          else if (event.key === 'ArrowUp') setMarked((marked + shown.length - 1) % shown.length);
          else return;
          event.preventDefault();
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t('shortcuts.switchTo')}
        className={styles['channels']}
      >
        {shown.map((listed, index) => (
          <div
            key={listed.channel.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === marked}
            className={styles['channel']}
            onClick={() => open(listed)}
          >
            <bdi>{listed.name}</bdi>
            {unreadOf(listed.channel) > 0 && (
              <small>{t('shortcuts.unread', { count: unreadOf(listed.channel) })}</small>
            )}
          </div>
        ))}
      </div>
      <output>{shown.length === 0 ? t('shortcuts.noChannel') : ''}</output>
    </Dialog>
  );
};
