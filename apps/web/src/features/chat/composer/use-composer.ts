import { ApiError } from '@izgodno/contract/common/client';
import { withoutBlank } from '@izgodno/contract/common/text';
import { basedOnOf, type Message } from '@izgodno/contract/chat/message';
import { useEffect, useRef, useState } from 'react';
import { loadArea } from '#core/language/language.ts';
import { explainRejection } from '#core/uploads/browser/explain-rejection.ts';
import { isReadableImage } from '#core/uploads/browser/readable-image.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { uploads } from '#core/uploads/browser/uploads.ts';
import { showFailure } from '#core/api/error-text.ts';
import { useLatest } from '#shared/hooks/use-latest.ts';
import { showToast } from '#shared/ui/toast.ts';
import { useStore } from '#shared/store.ts';
import { drafts, logs, write } from '../chat.ts';
import { draftKey } from './draft-sync.ts';
import { ANY, basedOnIn, keepEdit, readEdit, type StoredEdit, type StoredText } from './drafts.ts';
import { editMessage } from '../messages/message-actions.ts';
import { requireReadable, sendFiles } from './send-files.ts';
import { decodeMentions, encodeMentions, type Mentioned, withUser } from './mention-text.ts';

/** A new message as it was sent; the user may have written and attached more since. */
export interface SentMessage {
  readonly replyTo: string | null;
  readonly files: readonly File[];
}

interface ComposerWish {
  readonly channelId: string;
  /** The first message of the thread; null in the channel itself. */
  readonly threadId: string | null;
  readonly replyTo: string | null;
  readonly editing: Message | null;
  readonly files: readonly File[];
  readonly onSent: (sent: SentMessage) => void;
  /** Called with the id of a message whose new text is stored. */
  readonly onEdited: (id: string) => void;
  readonly onCancel: () => void;
}

/** Duration of the toast about rejected files, in milliseconds; its text may be long. */
const REJECTION_MS = 12_000;

const empty: StoredText = { text: '', people: [] };

const editOf = (message: Message): StoredEdit => ({
  text: decodeMentions(message.text, message.mentions),
  people: [...message.mentions],
  version: basedOnOf(message),
});

interface Edit extends StoredEdit {
  readonly id: string | null;
}

const beginEdit = (userId: string, editing: Message | null): StoredEdit =>
  editing === null ? { ...empty, version: ANY } : (readEdit(userId, editing.id) ?? editOf(editing));

/** The new text of the message that is being edited; stored until it is saved or cancelled. */
const useEdited = (editing: Message | null, onEdited: (id: string) => void) => {
  const userId = useUser()?.id ?? '';
  const [edited, setEdited] = useState<Edit>({ ...empty, version: ANY, id: null });
  const id = editing?.id ?? null;
  if (edited.id !== id) setEdited({ ...beginEdit(userId, editing), id });
  const latest = useLatest(edited);
  const [savingId, setSavingId] = useState<string | null>(null);
  const eraseEdit = (id: string): void => keepEdit(userId, id, null);
  const rebase = (id: string, version: number): void =>
    setEdited((now) => (now.id === id ? { ...now, version } : now));

  const save = async (message: Message, text: string): Promise<void> => {
    const stored = logs.logOf(message.channelId).messages.get(message.seq) ?? message;
    setSavingId(message.id);
    try {
      if (text !== stored.text)
        rebase(message.id, await editMessage(message.id, { text, basedOn: basedOnIn(edited) }));
      // What was typed meanwhile is not stored yet.
      if (latest.current.text !== edited.text) return;
      eraseEdit(message.id);
      onEdited(message.id);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edited_meanwhile') {
        rebase(message.id, ANY);
        await loadArea('chat.comments');
      }
      await showFailure(error);
    } finally {
      setSavingId((id) => (id === message.id ? null : id));
    }
  };

  return {
    edited,
    save,
    isSaving: editing !== null && savingId === editing.id,
    change: (message: Message, next: StoredText): void => {
      const edit = { ...edited, ...next };
      setEdited(edit);
      keepEdit(userId, message.id, next.text === editOf(message).text ? null : edit);
    },
    eraseEdit,
  };
};

/** The text being written: stored as a draft until it is sent, or the new text of a message. */
export const useComposer = (wish: ComposerWish) => {
  const { channelId, threadId, replyTo, editing, files, onSent, onEdited, onCancel } = wish;
  const scope = { channelId, threadId };
  const draft = useStore(drafts.drafts).get(draftKey(scope)) ?? empty;
  const { edited, isSaving, ...edits } = useEdited(editing, onEdited);
  const current = editing === null ? draft : edited;

  const change = (next: StoredText): void => {
    if (editing === null) drafts.change(scope, next);
    else edits.change(editing, next);
  };

  const sending = useRef(false);
  // Starts to decode images and to load the uploads while the user still writes.
  useEffect(() => {
    for (const file of files) void isReadableImage(file);
    // If this fails, sending tries again, and tells the user.
    if (files.length > 0) uploads.engine().catch(() => undefined);
  }, [files]);

  const submitNew = async (text: string): Promise<void> => {
    sending.current = true;
    try {
      if (files.length === 0) void write({ channelId, text, replyTo });
      else {
        await requireReadable(files);
        const newFiles = files.map((file) => ({ file, name: file.name }));
        await sendFiles({ channelId, text, replyTo, files: newFiles });
      }
      // Text typed meanwhile belongs to another message.
      const written = drafts.drafts.get().get(draftKey(scope));
      if (written?.text === draft.text) drafts.change(scope, empty);
      onSent({ replyTo, files });
    } catch (error) {
      showToast((await explainRejection(error)).join('\n'), 'error', { durationMs: REJECTION_MS });
    } finally {
      sending.current = false;
    }
  };

  /** `named` is typed in full before the caret, and counts as picked. */
  const submit = async (named: Mentioned | null): Promise<void> => {
    const text = withoutBlank(encodeMentions(current.text, withUser(current.people, named)).trim());
    if (editing === null) {
      if ((text !== '' || files.length > 0) && !sending.current) await submitNew(text);
    } else if (text !== '' && !isSaving) await edits.save(editing, text);
  };

  return {
    text: current.text,
    setText: (text: string, named: Mentioned | null) =>
      change({ text, people: withUser(current.people, named) }),
    submit,
    isSaving,
    /** Cancels editing or replying. */
    cancel: () => {
      if (editing !== null) edits.eraseEdit(editing.id);
      onCancel();
    },
  };
};
