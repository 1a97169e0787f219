import { MAX_MESSAGE_LENGTH } from '@izgodno/contract/chat/limits';
import type { Message } from '@izgodno/contract/chat/message';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useLanguage } from '#core/language/language.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { sayTyping } from '../browser/typing.ts';
import type { Mentioned } from '../model/mention-text.ts';
import { EmojiPicker } from './emoji-picker.tsx';
import { FileButtons, FileChips } from './file-chips.tsx';
import { MentionList } from './mention-list.tsx';
import { useAboveInput } from './use-above-input.ts';
import { useComposer } from './use-composer.ts';
import { useMention } from './use-mention.ts';
import styles from './composer.module.css';

export interface ComposerProps {
  readonly userId: string;
  readonly channelId: string;
  readonly draftKey: string;
  readonly label: string;
  readonly replyTo: Message | null;
  /** Whether all that is written answers the same message, which then needs no mention. */
  readonly isReplyFixed?: boolean;
  readonly editing: Message | null;
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  /** Edits the last message of one's own, where there is one. */
  readonly onEditLast: () => void;
  /** Leaves editing or answering. */
  readonly onCancel: () => void;
  readonly onSent: () => void;
  /** Further buttons at the end of the line. */
  readonly children?: ReactNode;
}

/** Where one writes. */
export const Composer = (props: ComposerProps) => {
  const { userId, channelId, draftKey, label, replyTo, editing, files, onFiles } = props;
  const { t } = useLanguage();
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [caret, setCaret] = useState(0);
  const [emojiAnchor, setEmojiAnchor] = useState<HTMLElement | null>(null);
  const composer = useComposer({
    userId,
    channelId,
    draftKey,
    replyTo: replyTo?.id ?? null,
    editing,
    files,
    onSent: props.onSent,
  });
  const { text } = composer;
  const mention = useMention(channelId, text, caret);
  useAboveInput(frame);

  useLayoutEffect(() => {
    const element = field.current;
    if (element?.value !== text) return;
    // As high as its text; the style says how high at most.
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);

  const editingId = editing?.id;
  const replyId = props.isReplyFixed === true ? undefined : replyTo?.id;
  useEffect(() => {
    if (editingId === undefined && replyId === undefined) return;
    field.current?.focus();
  }, [editingId, replyId]);

  /** Puts something in the place of what stands from `from` to the caret. */
  const insert = (value: string, from: number, person: Mentioned | null): void => {
    composer.setText(text.slice(0, from) + value + text.slice(caret), person);
    const at = from + value.length;
    setCaret(at);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  };

  const pick = (person: Mentioned): void => {
    if (mention.query === null) return;
    insert(`@${person.name} `, mention.query.from, person);
    mention.dismiss();
  };

  const onMentionKey = (event: KeyboardEvent): boolean => {
    if (mention.chosen === null) return false;
    switch (event.key) {
      case 'ArrowDown':
        mention.move(1);
        return true;
      case 'ArrowUp':
        mention.move(-1);
        return true;
      case 'Enter':
      case 'Tab':
        pick(mention.chosen);
        return true;
      case 'Escape':
        mention.dismiss();
        return true;
      default:
        return false;
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method takes its keys for itself.
    if (event.nativeEvent.isComposing) return;
    if (onMentionKey(event)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void composer.submit(mention.named);
    } else if (event.key === 'ArrowUp' && text === '' && editing === null) {
      event.preventDefault();
      props.onEditLast();
    } else if (event.key === 'Escape' && (editing !== null || replyTo !== null)) {
      event.preventDefault();
      props.onCancel();
    }
  };

  const onPaste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles([...files, ...event.clipboardData.files]);
  };

  const isOpen = mention.people.length > 0;
  const canSend = text.trim() !== '' || files.length > 0;
  return (
    <div ref={frame} className={styles['composer']}>
      {(editing !== null || (replyTo !== null && props.isReplyFixed !== true)) && (
        <div className={styles['about']}>
          <span className={styles['aboutText']}>
            {editing === null && replyTo !== null
              ? t('chat.replyingTo', { name: replyTo.sender.name })
              : t('chat.editing')}
          </span>
          <IconButton label={t('chat.cancel')} onClick={props.onCancel}>
            <Icon name="close" size={18} />
          </IconButton>
        </div>
      )}
      <FileChips files={files} onChange={onFiles} />
      {isOpen && (
        <MentionList
          id={mention.listId}
          people={mention.people}
          active={mention.active}
          onPick={pick}
        />
      )}
      <div className={styles['line']}>
        {editing === null && <FileButtons files={files} onChange={onFiles} />}
        <textarea
          ref={field}
          className={styles['field']}
          rows={1}
          maxLength={MAX_MESSAGE_LENGTH}
          aria-label={label}
          placeholder={label}
          value={text}
          {...(isOpen
            ? {
                role: 'combobox',
                'aria-expanded': true,
                'aria-autocomplete': 'list' as const,
                'aria-controls': mention.listId,
                'aria-activedescendant': mention.activeId,
              }
            : {})}
          onChange={({ target }) => {
            composer.setText(target.value, mention.named);
            setCaret(target.selectionStart);
            mention.retyped();
            if (target.value !== '' && editing === null) sayTyping(channelId);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <IconButton
          label={t('chat.emoji.title')}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setEmojiAnchor(currentTarget)}
        >
          <MediaIcon name="smile" />
        </IconButton>
        {props.children}
        <IconButton
          label={t(editing === null ? 'chat.send' : 'chat.saveEdit')}
          className={styles['send'] ?? ''}
          disabled={!canSend}
          onClick={() => {
            void composer.submit(mention.named);
            field.current?.focus();
          }}
        >
          {editing === null ? <MediaIcon name="send" /> : <Icon name="check" />}
        </IconButton>
      </div>
      {emojiAnchor !== null && (
        <EmojiPicker
          anchor={emojiAnchor}
          onClose={() => setEmojiAnchor(null)}
          onPick={(emoji) => {
            setEmojiAnchor(null);
            insert(emoji, caret, mention.named);
          }}
        />
      )}
    </div>
  );
};
