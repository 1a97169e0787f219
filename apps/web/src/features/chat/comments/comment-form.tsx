import { COMMENT_LENGTH } from '@izgodno/contract/chat/comment-calls';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { isNotFound } from '#core/api/is-not-found.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { currentUserId } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { keepComment, readComment } from '../composer/drafts.ts';
import { splitFormerDrafts } from '../composer/split-former-drafts.ts';
import styles from './comments.module.css';

interface Comment {
  readonly text: string;
  readonly clientId: string;
}

interface CommentFormProps {
  readonly label: string;
  readonly submitText: string;
  /** The name of what is typed, by which the browser stores it until it is sent. */
  readonly draft: string;
  readonly initial?: string;
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

export const CommentForm = (props: CommentFormProps) => {
  const { label, submitText, draft, initial = '', version = 0, submit, onClose } = props;
  const { t } = useLanguage();
  // The session may end while the user types.
  const [userId] = useState(() => currentUserId() ?? '');
  const [text, setText] = useState(() => {
    // Otherwise a new text would take the place of the former one.
    splitFormerDrafts();
    return readComment(userId, draft)?.text ?? initial;
  });
  const keep = (next: string): void =>
    keepComment(userId, draft, next === initial ? null : { text: next, version });
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpened = onClose !== undefined;
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);
  const sending = useMutation({
    mutationFn: (sent: Comment) => submit(sent.text, sent.clientId),
    onSuccess: (_, sent) => {
      // The user may have typed meanwhile: `text` is that of the last rendering.
      if (text !== sent.text) return;
      keep(initial);
      setText('');
      if (onClose === undefined) field.current?.focus();
      else onClose();
    },
  });
  const { isError, variables } = sending;
  const send = (): void => {
    const isRetry = isError && variables.text === text;
    sending.mutate({ text, clientId: isRetry ? variables.clientId : crypto.randomUUID() });
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
      <Field
        label={label}
        error={isError ? t(failureText(sending.error)) : undefined}
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            ref={field}
            rows={2}
            maxLength={COMMENT_LENGTH.maximum}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              keep(target.value);
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
              keep(initial);
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
