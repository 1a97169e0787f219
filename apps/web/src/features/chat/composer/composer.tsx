import { MAX_MESSAGE_LENGTH } from '@izgodno/contract/chat/limits';
import type { Message } from '@izgodno/contract/chat/message';
import {
  useEffect,
  useId,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { withoutBlank } from '@izgodno/contract/common/text';
import { TYPING_INTERVAL_MS } from '@izgodno/contract/realtime/events';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { liftOverlays } from '#shared/publish-covered-height.ts';
import { hasModifier } from '../has-modifier.ts';
import type { Mentioned } from './mention-text.ts';
import { EmojiPicker } from '../slots.ts';
import { FileButtons, FileChips } from './file-chips.tsx';
import { withinLimit } from './message-files.ts';
import { MentionList, useMention } from './mention.tsx';
import { useFoundMembers } from './found-members.ts';
import { useComposer, type SentMessage } from './use-composer.ts';
import { useWritingField } from './writing-field.ts';
import styles from './composer.module.css';

interface ComposerSubjectProps {
  /** The id of its text, which describes the text field. */
  readonly id: string | undefined;
  readonly editing: Message | null;
  readonly replyTo: Message | null;
  readonly onCancel: () => void;
}

/** Shows above the composer which message is being edited or replied to. */
const ComposerSubject = ({ id, editing, replyTo, onCancel }: ComposerSubjectProps) => {
  const { t } = useLanguage();
  if (editing === null && replyTo === null) return null;
  return (
    <div className={styles['about']}>
      <span id={id} className={styles['aboutText']}>
        {editing === null && replyTo !== null
          ? t('chat.replyingTo', { name: replyTo.sender.name })
          : t('chat.editing')}
      </span>
      <IconButton label={t('chat.cancel')} onClick={onCancel}>
        <Icon name="close" size={18} />
      </IconButton>
    </div>
  );
};

/**
 * Leads to the text field when the user begins to edit or to reply. Returns the id of the text that
 * says so; undefined if there is nothing to say.
 */
const useSubject = (
  field: RefObject<HTMLElement | null>,
  editing: Message | null,
  replyTo: Message | null,
): string | undefined => {
  const id = useId();
  const editingId = editing?.id;
  const replyId = replyTo?.id;
  useEffect(() => {
    if (editingId === undefined && replyId === undefined) return;
    field.current?.focus();
  }, [editingId, replyId, field]);
  return (editingId ?? replyId) === undefined ? undefined : id;
};

/** When the last typing signal was sent, by channel, in epoch milliseconds. */
const lastSaid = new Map<string, number>();

/** Sends a typing signal to the channel, at most every few seconds. */
const sayTyping = (channelId: string): void => {
  const now = Date.now();
  if (now - (lastSaid.get(channelId) ?? 0) < TYPING_INTERVAL_MS) return;
  lastSaid.set(channelId, now);
  realtime.send({ type: 'typing', channelId });
};

const EmojiButton = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t } = useLanguage();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label={t('chat.emoji.title')}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MediaIcon name="smile" />
      </IconButton>
      {anchor !== null && (
        <Eventually>
          <EmojiPicker
            anchor={anchor}
            onClose={() => setAnchor(null)}
            onPick={(emoji) => {
              setAnchor(null);
              onPick(emoji);
            }}
          />
        </Eventually>
      )}
    </>
  );
};

/** The files of a clipboard, which the text field itself would ignore. */
const takePasted = (event: ClipboardEvent): readonly File[] => {
  const { files } = event.clipboardData;
  if (files.length > 0) event.preventDefault();
  return [...files];
};

/** With a modifier, the key is a shortcut. */
const isPlainArrowUp = (event: KeyboardEvent): boolean =>
  event.key === 'ArrowUp' && !hasModifier(event);

/** The keyboard of a touch screen has no Shift, so that its Enter breaks the line. */
const sends = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, isHandheld: boolean): boolean =>
  key === 'Enter' && (ctrlKey || metaKey || !(isHandheld || shiftKey));

export interface ComposerProps {
  readonly channelId: string;
  /** The first message of the thread; null in the channel itself. */
  readonly threadId: string | null;
  readonly label: string;
  readonly replyTo: Message | null;
  /** Whether every text replies to the same message, so that the composer does not show it. */
  readonly isReplyFixed?: boolean;
  readonly editing: Message | null;
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  /** Edits the user's last message, if there is one. */
  readonly onEditLast: () => void;
  /** Cancels editing or replying. */
  readonly onCancel: () => void;
  readonly onSent: (sent: SentMessage) => void;
  /** Called with the id of a message whose new text is stored. */
  readonly onEdited: (id: string) => void;
  /** Further buttons at the end of the line. */
  readonly children?: ReactNode;
}

/** The text field for messages, with its buttons. */
export const Composer = (props: ComposerProps) => {
  const { channelId, threadId, label, replyTo, editing, files, onFiles } = props;
  const replyShown = props.isReplyFixed === true ? null : replyTo;
  const { t } = useLanguage();
  const composer = useComposer({
    channelId,
    threadId,
    replyTo: replyTo?.id ?? null,
    editing,
    files,
    onSent: props.onSent,
    onEdited: props.onEdited,
    onCancel: props.onCancel,
  });
  const { text } = composer;
  const field = useWritingField(text, label);
  const isHandheld = useMediaQuery('(pointer: coarse)');
  const { ref, caret } = field;
  const subjectId = useSubject(ref, editing, replyShown);

  /** Replaces the text from `from` to the caret. */
  const insert = (value: string, from: number, user: Mentioned | null): void => {
    composer.setText(text.slice(0, from) + value + text.slice(caret), user);
    field.moveCaret(from + value.length);
  };

  const found = useFoundMembers(channelId, text, caret);
  const mention = useMention({
    text,
    caret,
    found,
    onPick: (user, from) => insert(`@${user.name} `, from, user),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method handles its own keys.
    if (event.nativeEvent.isComposing) return;
    if (mention.onKeyDown(event)) {
      event.preventDefault();
    } else if (sends(event, isHandheld)) {
      event.preventDefault();
      void composer.submit(mention.named);
    } else if (isPlainArrowUp(event) && text === '' && editing === null) {
      event.preventDefault();
      props.onEditLast();
    } else if (event.key === 'Escape' && (editing !== null || replyTo !== null)) {
      event.preventDefault();
      composer.cancel();
    }
  };

  const canSend = withoutBlank(text) !== '' || files.length > 0;
  return (
    <div ref={liftOverlays} data-keeps-focus className={styles['composer']}>
      <ComposerSubject
        id={subjectId}
        editing={editing}
        replyTo={replyShown}
        onCancel={composer.cancel}
      />
      <FileChips files={files} onChange={onFiles} />
      {mention.isOpen && <MentionList {...mention.list} />}
      <div className={styles['line']}>
        {editing === null && (
          <FileButtons files={files} onChange={onFiles} isHandheld={isHandheld} />
        )}
        <textarea
          ref={ref}
          className={styles['field']}
          rows={1}
          enterKeyHint={isHandheld ? 'enter' : 'send'}
          maxLength={MAX_MESSAGE_LENGTH}
          aria-label={label}
          aria-describedby={subjectId}
          placeholder={label}
          value={text}
          {...mention.attributes}
          onChange={({ target }) => {
            composer.setText(target.value, mention.named);
            field.followCaret(target);
            mention.retyped();
            if (target.value !== '' && editing === null) sayTyping(channelId);
          }}
          onSelect={({ currentTarget }) => field.followCaret(currentTarget)}
          onKeyDown={onKeyDown}
          onPaste={(event) => onFiles(withinLimit([...files, ...takePasted(event)], t))}
        />
        <EmojiButton onPick={(emoji) => insert(emoji, caret, mention.named)} />
        {props.children}
        <IconButton
          label={t(editing === null ? 'chat.send' : 'chat.saveEdit')}
          className={styles['send'] ?? ''}
          disabled={!canSend || composer.isSaving}
          aria-busy={composer.isSaving}
          onClick={() => {
            void composer.submit(mention.named);
            field.focus();
          }}
        >
          {editing === null ? <MediaIcon name="send" /> : <Icon name="check" />}
        </IconButton>
      </div>
    </div>
  );
};
