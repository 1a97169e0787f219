import { COMMENT_LENGTH } from '@izgodno/contract/chat/comment-calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import styles from './comments.module.css';

interface CommentFormProps {
  readonly label: string;
  readonly submitText: string;
  readonly initial?: string;
  /** Throws `ApiError`; the text then stays. */
  readonly submit: (text: string) => Promise<void>;
  /** Shows a button that closes the form, which sending does too. */
  readonly onClose?: (() => void) | undefined;
}

export const CommentForm = (props: CommentFormProps) => {
  const { label, submitText, initial = '', submit, onClose } = props;
  const { t } = useLanguage();
  const [text, setText] = useState(initial);
  const sending = useMutation({
    mutationFn: (value: string) => submit(value),
    onSuccess: () => {
      setText('');
      onClose?.();
    },
  });
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') sending.mutate(text);
      }}
    >
      <Field
        label={label}
        error={sending.isError ? t(actionErrorText(sending.error)) : undefined}
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            rows={2}
            maxLength={COMMENT_LENGTH.maximum}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      />
      <div className={styles['actions']}>
        <Button type="submit" disabled={text.trim() === '' || sending.isPending}>
          {submitText}
        </Button>
        {onClose !== undefined && (
          <Button tone="quiet" onClick={onClose}>
            {t('comments.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
};
