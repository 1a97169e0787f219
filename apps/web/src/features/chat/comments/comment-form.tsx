import { COMMENT_LENGTH } from '@izgodno/contract/chat/comment-calls';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { isNotFound } from '#core/api/is-not-found.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { currentUserId } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { keepComment, readComment, type StoredText } from '../composer/drafts.ts';
import { encodeMentions, type Mentioned, withUser } from '../composer/mention-text.ts';
import { MentionList, useMention } from '../composer/mention.tsx';
import { splitFormerDrafts } from '../composer/split-former-drafts.ts';
import { useWritingField } from '../composer/writing-field.ts';
import styles from './comments.module.css';

interface Comment {
  /** As typed. */
  readonly text: string;
  /** With its mentions. */
  readonly encoded: string;
  readonly clientId: string;
}

interface CommentFormProps {
  readonly label: string;
  readonly submitText: string;
  /** The name of what is typed, by which the browser stores it until it is sent. */
  readonly draft: string;
  /** Those who can be mentioned. */
  readonly people: readonly Mentioned[];
  readonly initial?: StoredText;
  /** What the new text of a comment is based on, stored with it (`StoredEdit`). */
  readonly version?: number;
  /** Throws `ApiError`; the text then stays. A repeated attempt has the same `clientId`. */
  readonly submit: (text: string, clientId: string) => Promise<void>;
  /** Shows a button that closes the form, which sending does too. */
  readonly onClose?: (() => void) | undefined;
}

/** Removed meanwhile: the deal, or the comment that is answered or changed. */
const failureText = (error: unknown): TextKey =>
  isNotFound(error) ? 'comments.notSent' : actionErrorText(error);

const empty: StoredText = { text: '', people: [] };

/** What is typed, which the browser stores under the name `draft` until it is sent. */
const useWritten = (draft: string, initial: StoredText, version: number) => {
  // The session may end while the user types.
  const [userId] = useState(() => currentUserId() ?? '');
  const [written, setWritten] = useState<StoredText>(() => {
    // Otherwise a new text would take the place of the former one.
    splitFormerDrafts();
    return readComment(userId, draft) ?? initial;
  });
  const erase = (): void => keepComment(userId, draft, null);
  return {
    written,
    /** Changes the text; `user` is one whom it mentions, too. */
    write: (text: string, user: Mentioned | null): void => {
      const next = { text, people: withUser(written.people, user) };
      setWritten(next);
      keepComment(userId, draft, text === initial.text ? null : { ...next, version });
    },
    /** Erases what is stored. */
    erase,
    clear: (): void => {
      erase();
      setWritten(empty);
    },
  };
};

export const CommentForm = (props: CommentFormProps) => {
  const { label, submitText, draft, people, initial = empty, version = 0, submit, onClose } = props;
  const { t } = useLanguage();
  const { written, write, clear, erase } = useWritten(draft, initial, version);
  const { text } = written;
  const { ref: field, caret, followCaret, moveCaret } = useWritingField(text, label);
  const mention = useMention({
    text,
    caret,
    found: people,
    onPick: (user, from) => {
      const inserted = `@${user.name} `;
      write(text.slice(0, from) + inserted + text.slice(caret), user);
      moveCaret(from + inserted.length);
    },
  });
  const encoded = encodeMentions(text, withUser(written.people, mention.named));
  const isOpened = onClose !== undefined;
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened, field]);
  const sending = useMutation({
    mutationFn: (sent: Comment) => submit(sent.encoded, sent.clientId),
    onSuccess: (_, sent) => {
      // The user may have typed meanwhile: `text` is that of the last rendering.
      if (text !== sent.text) return;
      clear();
      if (onClose === undefined) field.current?.focus();
      else onClose();
    },
  });
  const { isError, variables } = sending;
  const send = (): void => {
    const isRetry = isError && variables.text === text;
    const clientId = isRetry ? variables.clientId : crypto.randomUUID();
    sending.mutate({ text, encoded, clientId });
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !sending.isPending) send();
      }}
    >
      {mention.isOpen && <MentionList {...mention.list} />}
      <Field
        label={label}
        error={isError ? t(failureText(sending.error)) : undefined}
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            {...mention.attributes}
            ref={field}
            rows={2}
            // A mention is stored longer than it is typed.
            maxLength={COMMENT_LENGTH.maximum - (encoded.length - text.length)}
            value={text}
            onChange={({ target }) => {
              write(target.value, mention.named);
              followCaret(target);
              mention.retyped();
            }}
            onSelect={({ currentTarget }) => followCaret(currentTarget)}
            onKeyDown={(event) => {
              if (!event.nativeEvent.isComposing && mention.onKeyDown(event))
                event.preventDefault();
            }}
          />
        )}
      />
      <div className={styles['actions']}>
        <Button type="submit" disabled={text.trim() === '' || sending.isPending}>
          {submitText}
        </Button>
        {onClose !== undefined && (
          <Button
            tone="quiet"
            onClick={() => {
              erase();
              onClose();
            }}
          >
            {t('comments.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
};
