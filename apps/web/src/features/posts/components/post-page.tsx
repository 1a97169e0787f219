import { ApiError } from '@izgodno/contract/common/client';
import { dealIdSchema } from '@izgodno/contract/deals/deal-id';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealDraft } from '@izgodno/contract/posts/calls';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ComponentType } from 'react';
import { errorText } from '#core/api/error-text.ts';
import { editHref } from '#core/deals/paths.ts';
import { currentLanguage, useLanguage } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { currentLocation, navigate, useLocation } from '#core/router/location.ts';
import { useParams } from '#core/router/params.ts';
import { currentUserId, useUser } from '#core/session/browser/use-session.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { dismissToast, showToast, toastStore } from '#shared/ui/toast.ts';
import { changeDeal, postDeal, postedQuery } from '../calls.ts';
import { releasePreviews } from '#core/uploads/browser/form-file-preview.ts';
import { openDraft, type OpenDraft } from '../browser/open-draft.ts';
import { draftOfDeal, emptyDraft, type PostDraft } from '../model/draft.ts';
import { changesOf } from '../model/post-values.ts';
import { PostForm } from './post-form.tsx';

export interface PostPageProps {
  /** Renders a deal as lists do. */
  readonly Card: ComponentType<{ deal: Deal }>;
  readonly hrefOf: (deal: Deal) => string;
  /** Called when the server has stored the deal, also if the user has left the form. */
  readonly onSaved: (deal: Deal) => void;
}

/** The owner of the draft, also after the session has ended and the dialog says so. */
const useOwner = (): string | null => {
  const user = useUser();
  const [owner, setOwner] = useState(user?.id ?? null);
  if (user !== null && user.id !== owner) setOwner(user.id);
  return owner;
};

/** Creates a post, or edits the one in the URL. */
export const PostPage = (props: PostPageProps) => {
  const { t } = useLanguage();
  const { dealId } = useParams();
  const userId = useOwner();
  // The session was restored from tokens alone, and the server is not reachable yet.
  if (userId === null) return <output>{t('shell.loading')}</output>;
  return dealId === undefined ? (
    <NewPost key={userId} {...props} userId={userId} />
  ) : (
    <EditedPost key={`${userId} ${dealId}`} {...props} userId={userId} dealId={dealId} />
  );
};

interface OwnedProps extends PostPageProps {
  readonly userId: string;
}

const NewPost = (props: OwnedProps) => {
  const [initial] = useState(() => emptyDraft(crypto.randomUUID()));
  return <DraftForm {...props} initial={initial} save={(post, { id }) => postDeal(post, id)} />;
};

const EditedPost = ({ dealId, ...props }: OwnedProps & { readonly dealId: string }) => {
  const { code, t } = useLanguage();
  const isId = dealIdSchema.safeParse(dealId).success;
  const query = useQuery({ ...postedQuery(dealId), enabled: isId });
  const [initial, setInitial] = useState<PostDraft>();
  if (query.data !== undefined && initial === undefined) {
    setInitial(draftOfDeal(dealId, query.data, code));
  }
  if (initial !== undefined) {
    return (
      <DraftForm
        {...props}
        dealId={dealId}
        initial={initial}
        save={(post, draft) => changeDeal(dealId, changesOf(initial, post, draft))}
      />
    );
  }
  if (isId && query.isPending) return <output>{t('shell.loading')}</output>;
  const error = isId ? query.error : new ApiError('not_found', 404, '');
  return (
    <div role="alert">
      <Notice icon="warning" title={t(errorText(error))}>
        <Button tone="primary" onClick={() => navigate('/my-posts')}>
          {t('posts.toMyPosts')}
        </Button>
      </Notice>
    </div>
  );
};

interface DraftFormProps extends OwnedProps {
  readonly dealId?: string;
  readonly initial: PostDraft;
  /** Throws `ApiError`. */
  readonly save: (post: DealDraft, draft: PostDraft) => Promise<Deal>;
}

const isSame = (one: PostDraft, other: PostDraft): boolean =>
  JSON.stringify({ ...one, id: '' }) === JSON.stringify({ ...other, id: '' });

/** The group of the message that leads back to a draft. */
const noticeOf = (dealId: string | undefined): string => `draft:${dealId ?? 'new'}`;

/** Called when the draft is shown again or is no more. */
const dismissLeaveNotice = (dealId: string | undefined): void => {
  for (const { id, group } of toastStore.get()) if (group === noticeOf(dealId)) dismissToast(id);
};

/** Shows a message when the user leaves an unfinished form: the draft is stored. */
const useLeaveNotice = (open: OpenDraft, initial: PostDraft, dealId: string | undefined): void => {
  useEffect(() => {
    dismissLeaveNotice(dealId);
    return () => {
      // After the end of a session, the sign-in page says what leads back here.
      if (isSame(open.draft.get(), initial) || currentUserId() === null) return;
      const { t } = currentLanguage();
      const action = {
        label: t('posts.backToDraft'),
        run: () => navigate(dealId === undefined ? POST_PATH : editHref(dealId)),
      };
      showToast(t('posts.draftStored'), 'info', { action, group: noticeOf(dealId) });
    };
  }, [open, initial, dealId]);
};

const DraftForm = ({ userId, dealId, initial, save, onSaved, Card, hrefOf }: DraftFormProps) => {
  const { t } = useLanguage();
  const [open] = useState(() => openDraft({ userId, dealId }, initial));
  const draft = useStore(open.draft);
  const isTouched = !isSame(draft, initial);
  const { query } = useLocation();
  useEffect(() => {
    if (dealId !== undefined || query === '') return;
    const fill = async (): Promise<void> => {
      const { fillShared } = await import('../browser/fill-shared.ts');
      if (!fillShared(open, query)) return;
      // Taken once: a reload of the page must not replace the draft by it again.
      navigate(POST_PATH, { replace: true, keepScroll: true });
    };
    fill().catch((cause: unknown) => note('The shared link could not be taken', cause));
  }, [open, dealId, query]);
  useEffect(() => open.follow(), [open]);
  useEffect(() => releasePreviews, []);
  useLeaveNotice(open, initial, dealId);
  const isNew = dealId === undefined;

  const discard = (): void => {
    const before = open.draft.get();
    open.replace(isNew ? emptyDraft(crypto.randomUUID()) : initial);
    showToast(t('posts.discarded'), 'info', {
      action: { label: t('posts.undoStep'), run: () => open.change(before) },
    });
  };

  return (
    <PostForm
      userId={userId}
      open={open}
      isNew={isNew}
      send={async (post, said) => {
        const here = currentLocation();
        const deal = await save(post, said);
        // The form is finished, so nothing is stored and no message is shown.
        open.replace(initial);
        dismissLeaveNotice(dealId);
        showToast(t(isNew ? 'posts.posted' : 'posts.saved'), 'success');
        onSaved(deal);
        // The user may have left the form meanwhile.
        if (currentLocation() === here) navigate(hrefOf(deal), { replace: true });
      }}
      onDiscard={discard}
      isTouched={isTouched}
      Card={Card}
      hrefOf={hrefOf}
    />
  );
};
