import { ApiError } from '@izgodno/contract/common/client';
import { COMMENT_LENGTH } from '@izgodno/contract/chat/comment-calls';
import { useMutation } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type SyntheticEvent,
} from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { isNotFound } from '#core/api/is-not-found.ts';
import { lazyActions } from '#core/lazy-actions.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { currentUserId } from '#core/session/browser/use-session.ts';
import type { FormFile } from '#core/uploads/form-file.ts';
import { announce } from '#shared/announce.ts';
import { useAskBeforeLeaving } from '#shared/hooks/use-ask-before-leaving.ts';
import { createStore, useStore } from '#shared/store.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { FileInput } from '#shared/ui/file-input.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import {
  announceComment,
  keepComment,
  onCommentChange,
  readComment,
  type StoredComment,
} from '../composer/drafts.ts';
import { encodeMentions, type Mentioned, withUser } from '../composer/mention-text.ts';
import { MentionList, useMention } from '../composer/mention.tsx';
import { splitFormerDrafts } from '../composer/split-former-drafts.ts';
import { useWritingField } from '../composer/writing-field.ts';
import type { SentComment } from './calls.ts';
import styles from './comments.module.css';

// Most comments have no images.
const ChosenImages = lazyComponent(
  ['chat.comments', 'uploads'],
  async () => (await import('./chosen-images.tsx')).ChosenImages,
);
const withUploading = lazyActions(() => import('./upload-images.ts'));

/** What is typed, and the images. */
type Written = Omit<StoredComment, 'version'>;

interface CommentFormProps {
  readonly label: string;
  readonly submitText: string;
  /** The name of what is written, by which the browser stores it until it is sent. */
  readonly draft: string;
  /** Those who can be mentioned. */
  readonly people: readonly Mentioned[];
  /** The comment that the form changes; its images stay. Absent for a new one. */
  readonly initial?: Written;
  /** What the new text of a comment is based on, stored with it (`StoredEdit`). */
  readonly version?: number;
  /** Throws `ApiError`; what is written then stays. A repeated attempt has the same `clientId`. */
  readonly submit: (comment: SentComment) => Promise<void>;
  /** Shows a button that closes the form, which sending does too. */
  readonly onClose?: (() => void) | undefined;
}

const failureText = (error: unknown): TextKey => {
  if (error instanceof ApiError && error.fields['attachments'] !== undefined)
    return 'comments.unknownImage';
  // Removed meanwhile: the deal, or the comment that is answered or changed.
  return isNotFound(error) ? 'comments.notSent' : actionErrorText(error);
};

const empty: Written = { text: '', people: [], images: [] };

/**
 * What is written, which the browser stores under the name `draft` until it is sent. What another tab
 * writes or sends, or an earlier form of this page, is taken over until the user writes here.
 */
const useWritten = (draft: string, initial: Written, version: number) => {
  // The session may end while the user types.
  const [userId] = useState(() => currentUserId() ?? '');
  const [store] = useState(() => {
    // Otherwise a new text would take the place of the former one.
    splitFormerDrafts();
    return createStore<Written>(readComment(userId, draft) ?? initial);
  });
  const isOwn = useRef(false);
  const takeOver = useEffectEvent(() => {
    if (!isOwn.current) store.set(readComment(userId, draft) ?? initial);
  });
  useEffect(() => onCommentChange(userId, draft, () => takeOver()), [userId, draft]);
  const erase = (): void => keepComment(userId, draft, null);
  const change = (part: Partial<Written>): void => {
    const next = { ...store.get(), ...part };
    store.set(next);
    const isUnchanged = next.text === initial.text && next.images.length === 0;
    keepComment(userId, draft, isUnchanged ? null : { ...next, version });
    isOwn.current = !isUnchanged;
  };
  return {
    userId,
    written: useStore(store),
    read: store.get,
    change,
    /** Changes the text; `user` is one whom it mentions, too. */
    write: (text: string, user: Mentioned | null): void =>
      change({ text, people: withUser(store.get().people, user) }),
    /** Replaces images whose uploads have ended, which is no writing of the user. */
    settle: (images: readonly FormFile[]): void => {
      const wasOwn = isOwn.current;
      change({ images });
      isOwn.current = wasOwn;
    },
    /** Erases what is stored. */
    erase,
    clear: (): void => {
      erase();
      store.set(empty);
      isOwn.current = false;
      announceComment(userId, draft);
    },
  };
};

/** The images of a comment: those that are chosen, dropped or pasted are uploaded. */
const useImages = ({ userId, read, change, settle }: ReturnType<typeof useWritten>) => {
  const { t } = useLanguage();
  const [adding, setAdding] = useState(0);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const isGivenUp = useRef(false);
  const isAdding = adding > 0;
  // Not even the browser has them yet.
  useAskBeforeLeaving(isAdding);
  const readImages = (): readonly FormFile[] => read().images;
  const changeImages = (images: readonly FormFile[]): void => {
    if (images.length === readImages().length) return settle(images);
    announce(t('comments.images', { count: images.length }));
    change({ images });
  };
  const add = async (files: readonly File[]): Promise<void> => {
    setLeftOut([]);
    setAdding((count) => count + 1);
    await withUploading(async ({ uploadImages }) =>
      setLeftOut(
        await uploadImages({
          userId,
          files,
          isGivenUp: () => isGivenUp.current,
          read: readImages,
          change: changeImages,
        }),
      ),
    );
    setAdding((count) => count - 1);
  };
  return {
    isAdding,
    leftOut,
    readImages,
    changeImages,
    add: (files: readonly File[]): void => {
      if (files.length > 0) void add(files);
    },
    /** Stops the uploads, also of files that are only being added. */
    giveUp: (): void => {
      isGivenUp.current = true;
      const images = readImages();
      if (images.length > 0) void withUploading(({ cancelImages }) => cancelImages(images));
    },
  };
};

/**
 * Sends what is written; `onSent` is called unless the user has changed it meanwhile. Images that were
 * added meanwhile stay for the next comment, without the text that is sent.
 */
const useSending = (
  { read, change }: ReturnType<typeof useWritten>,
  submit: CommentFormProps['submit'],
  onSent: () => void,
) => {
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: ({ sent }: { readonly typed: string; readonly sent: SentComment }) => submit(sent),
    onSuccess: (_, { typed, sent }) => {
      const images = read().images.filter(({ fileId }) => !sent.fileIds.includes(fileId ?? ''));
      const isTyped = read().text === typed;
      if (isTyped && images.length === 0) onSent();
      else change(isTyped ? { ...empty, images } : { images });
    },
  });
  return {
    error: error === null ? undefined : failureText(error),
    isPending,
    /** Receives the text with its mentions. */
    send: (text: string): void => {
      const { text: typed, images } = read();
      const fileIds = images.flatMap(({ fileId }) => fileId ?? []);
      const failed = error === null ? undefined : variables?.sent;
      const isRetry = failed?.text === text && failed.fileIds.join() === fileIds.join();
      const clientId = isRetry ? failed.clientId : crypto.randomUUID();
      mutate({ typed, sent: { text, fileIds, clientId } });
    },
  };
};

const AddImages = ({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) => {
  const { t } = useLanguage();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={picker}
        accept="image/*"
        multiple
        aria-label={t('comments.addImages')}
        onFiles={onFiles}
      />
      <IconButton label={t('comments.addImages')} onClick={() => picker.current?.click()}>
        <MediaIcon name="image" />
      </IconButton>
    </>
  );
};

/** Takes the files of a drop or paste, which the browser would open or ignore. */
const takeFiles = (
  event: Pick<SyntheticEvent, 'preventDefault'>,
  { files }: DataTransfer,
): readonly File[] => {
  if (files.length > 0) event.preventDefault();
  return [...files];
};

/** Dragging and pasting are optional: the button does the same. */
const takingFiles = (onFiles: (files: readonly File[]) => void) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => onFiles(takeFiles(event, event.dataTransfer)),
  onPaste: (event: ClipboardEvent): void => onFiles(takeFiles(event, event.clipboardData)),
});

const LeftOut = ({ lines }: { readonly lines: readonly string[] }) => (
  <div role="alert" className={styles['fault']}>
    {lines.map((line, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name.
      <p key={index}>{line}</p>
    ))}
  </div>
);

export const CommentForm = (props: CommentFormProps) => {
  const { label, submitText, draft, people, initial = empty, version = 0, submit, onClose } = props;
  const { t } = useLanguage();
  const stored = useWritten(draft, initial, version);
  const { written, write, clear, erase } = stored;
  const { text, images } = written;
  const { isAdding, leftOut, readImages, changeImages, add, giveUp } = useImages(stored);
  const { ref: field, caret, focus, followCaret, moveCaret } = useWritingField(text, label);
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
  const { error, isPending, send } = useSending(stored, submit, () => {
    clear();
    if (onClose === undefined) focus();
    else onClose();
  });
  const isUploaded = images.every(({ fileId }) => fileId !== null) && !isAdding;
  const isComplete = (text.trim() !== '' || images.length > 0) && isUploaded;
  const takesImages = initial === empty;
  return (
    <form
      className={styles['form']}
      noValidate
      {...(takesImages && takingFiles(add))}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !isPending) send(encoded);
      }}
    >
      {mention.isOpen && <MentionList {...mention.list} />}
      <Field
        label={label}
        error={error && t(error)}
        end={takesImages && <AddImages onFiles={add} />}
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
      {leftOut.length > 0 && <LeftOut lines={leftOut} />}
      {images.length > 0 && (
        <Eventually>
          <ChosenImages images={images} read={readImages} onChange={changeImages} />
        </Eventually>
      )}
      <div className={styles['actions']}>
        <Button type="submit" disabled={!isComplete || isPending}>
          {submitText}
        </Button>
        {onClose !== undefined && (
          <Button
            tone="quiet"
            onClick={() => {
              giveUp();
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
