import { ApiError } from '@izgodno/contract/common/client';
import { COMMENT_EDIT_MS } from '@izgodno/contract/chat/comment-calls';
import { basedOnOf, type Message } from '@izgodno/contract/chat/message';
import {
  MAX_CHAT_REASON_LENGTH,
  reportMessage,
  reportReasons,
} from '@izgodno/contract/chat/moderation-calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { api } from '#core/api/api.ts';
import { isNotFound } from '#core/api/is-not-found.ts';
import { sellerHref } from '#core/deals/paths.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { currentUserId, useUser } from '#core/session/browser/use-session.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { RemovalDialog, ReportForm } from '#features/moderation/api.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { ANY, basedOnIn, readComment } from '../composer/drafts.ts';
import { decodeMentions, type Mentioned } from '../composer/mention-text.ts';
import { Markdown } from '../messages/markdown/markdown.tsx';
import { momentText } from '../messages/time-text.ts';
import { editComment, removeComment, type SentComment } from './calls.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentReactions } from './comment-reactions.tsx';
import styles from './comments.module.css';

// Most comments have no images.
const CommentImages = lazyComponent(
  ['chat', 'chat.more'],
  async () => (await import('./comment-images.tsx')).CommentImages,
);

/** What is open below a comment, or in its place. */
type Opened = 'reply' | 'edit' | 'react';

interface CommentRowProps {
  readonly comment: Message;
  readonly dealId: string;
  /** Moderators of the product, except on their own deal. */
  readonly isModerator: boolean;
  /** Those who can be mentioned. */
  readonly people: readonly Mentioned[];
  /** Throws `ApiError`. */
  readonly reply: (comment: SentComment) => Promise<void>;
}

/** A comment and what the user can do with it. */
export const CommentRow = (props: CommentRowProps) => {
  const { comment, dealId, isModerator, people, reply } = props;
  const { t, code } = useLanguage();
  const user = useUser();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  const { sender, text, mentions, attachments, createdAt, editedAt, deletedAt } = comment;
  if (deletedAt !== null) return <p className={styles['muted']}>{t('comments.deleted')}</p>;
  return (
    <article
      data-keeps-focus
      // Has the focus of a form that closes.
      tabIndex={-1}
      className={styles['comment']}
      aria-label={t('comments.of', { name: sender.name })}
    >
      <p>
        <Link href={sellerHref(sender.id)}>
          <bdi>{sender.name}</bdi>
        </Link>{' '}
        <time dateTime={createdAt} className={styles['muted']}>
          {momentText(createdAt, code)}
        </time>
        {editedAt !== null && <span className={styles['muted']}> · {t('comments.edited')}</span>}
      </p>
      {opened === 'edit' ? (
        <EditForm comment={comment} dealId={dealId} people={people} onClose={close} />
      ) : (
        <Markdown
          text={text}
          mentions={mentions}
          userId={user?.id ?? ''}
          everybody={t('comments.everybody')}
          deleted={t('comments.deletedAccount')}
        />
      )}
      {attachments.length > 0 && (
        <Eventually>
          <CommentImages images={attachments} />
        </Eventually>
      )}
      <CommentReactions
        comment={comment}
        dealId={dealId}
        isChoosing={opened === 'react'}
        onChosen={() => setOpened((now) => (now === 'react' ? null : now))}
      />
      {user !== null && opened !== 'edit' && (
        <Actions
          comment={comment}
          dealId={dealId}
          isModerator={isModerator}
          opened={opened}
          onOpen={setOpened}
        />
      )}
      {opened === 'reply' && (
        <CommentForm
          label={t('comments.replyTo', { name: sender.name })}
          submitText={t('comments.send')}
          draft={`reply:${comment.id}`}
          people={people}
          submit={reply}
          onClose={close}
        />
      )}
    </article>
  );
};

interface EditFormProps extends Pick<CommentRowProps, 'comment' | 'dealId' | 'people'> {
  readonly onClose: () => void;
}

/** The new text of a comment; it may have been begun before another edit of it. */
const EditForm = ({ comment, dealId, people, onClose }: EditFormProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const { text, mentions } = comment;
  const draft = `edit:${comment.id}`;
  const [version, setVersion] = useState(
    () => readComment(currentUserId() ?? '', draft)?.version ?? basedOnOf(comment),
  );
  const submit = async ({ text }: SentComment): Promise<void> => {
    const body = { text, basedOn: basedOnIn({ version }) };
    try {
      setVersion(await editComment(queries, dealId, comment.id, body));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edited_meanwhile') setVersion(ANY);
      throw error;
    }
  };
  return (
    <CommentForm
      label={t('comments.edit')}
      submitText={t('comments.save')}
      draft={draft}
      people={people}
      initial={{ text: decodeMentions(text, mentions), people: [...mentions], images: [] }}
      version={version}
      submit={submit}
      onClose={onClose}
    />
  );
};

interface ActionsProps extends Pick<CommentRowProps, 'comment' | 'dealId' | 'isModerator'> {
  readonly opened: Opened | null;
  readonly onOpen: (opened: Opened | null) => void;
}

const Actions = ({ comment, dealId, isModerator, opened, onOpen }: ActionsProps) => {
  const { t } = useLanguage();
  const user = useUser();
  const now = useNow();
  const queries = useQueryClient();
  const [isReporting, setIsReporting] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const isOwn = comment.sender.id === user?.id;
  const mayEdit = isOwn && now < Date.parse(comment.createdAt) + COMMENT_EDIT_MS;
  const mayDelete = isOwn || isModerator;
  return (
    <div className={styles['actions']}>
      <Button tone="quiet" aria-expanded={opened === 'reply'} onClick={() => onOpen('reply')}>
        {t('comments.reply')}
      </Button>
      <Button
        tone="quiet"
        aria-expanded={opened === 'react'}
        onClick={() => onOpen(opened === 'react' ? null : 'react')}
      >
        {t('comments.react')}
      </Button>
      {mayEdit && (
        <Button tone="quiet" onClick={() => onOpen('edit')}>
          {t('comments.edit')}
        </Button>
      )}
      {mayDelete && (
        <Button tone="quiet" onClick={() => setIsDeleting(true)}>
          {t('comments.delete')}
        </Button>
      )}
      {!isOwn && (
        <Button tone="quiet" onClick={() => setIsReporting(true)}>
          {t('comments.report')}
        </Button>
      )}
      <DeleteDialog
        open={isDeleting && isOwn}
        commentId={comment.id}
        dealId={dealId}
        onClose={() => setIsDeleting(false)}
      />
      {isDeleting && !isOwn && (
        <Eventually>
          <RemovalDialog
            message={comment}
            remove={(reason) => removeComment(queries, dealId, comment.id, reason)}
            onClose={() => setIsDeleting(false)}
          />
        </Eventually>
      )}
      <ReportForm
        open={isReporting}
        onClose={() => setIsReporting(false)}
        reasons={reportReasons.map((value) => ({ value, text: t(`comments.reason.${value}`) }))}
        noteLength={MAX_CHAT_REASON_LENGTH}
        texts={{
          title: t('comments.reportTitle'),
          reason: t('comments.reportWhy'),
          choose: t('comments.reportChoose'),
          note: t('comments.reportNote'),
          send: t('comments.sendReport'),
          cancel: t('comments.cancel'),
          sent: t('comments.reported'),
          removed: t('comments.removed'),
        }}
        send={(reason, note) =>
          api.call(reportMessage, { params: { id: comment.id }, body: { reason, note } })
        }
      />
    </div>
  );
};

/** Removed meanwhile, by its author on another device or by a moderator. */
const removalFailure = (error: unknown): TextKey =>
  isNotFound(error) ? 'comments.removed' : actionErrorText(error);

interface DeleteDialogProps {
  readonly open: boolean;
  readonly commentId: string;
  readonly dealId: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before a comment is deleted, because that cannot be undone. */
const DeleteDialog = ({ open, commentId, dealId, onClose }: DeleteDialogProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeComment(queries, dealId, commentId),
    onSuccess: onClose,
  });
  return (
    <Dialog
      open={open}
      title={t('comments.deleteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('comments.cancel')}
          </Button>
          <Button tone="danger" disabled={removal.isPending} onClick={() => removal.mutate()}>
            {t('comments.delete')}
          </Button>
        </>
      }
    >
      {removal.isError && <p role="alert">{t(removalFailure(removal.error))}</p>}
      <p>{t('comments.deleteText')}</p>
    </Dialog>
  );
};
