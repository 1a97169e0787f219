import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealDraft } from '@izgodno/contract/posts/calls';
import { type ComponentType, useEffect, useRef } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import type { OpenDraft } from '../browser/open-draft.ts';
import type { PostDraft } from '../model/draft.ts';
import { type PostField, postFields } from '../model/errors.ts';
import { usePostForm } from '../use-post-form.ts';
import { DraftFields } from './draft-fields.tsx';
import { DraftPreview } from './draft-preview.tsx';
import styles from './post-form.module.css';

// Few posts resemble another, so that its texts are not those of the form.
const DuplicatesDialog = lazyComponent(
  ['posts'],
  async () => (await import('./duplicates-dialog.tsx')).DuplicatesDialog,
);

export interface PostFormProps {
  readonly userId: string;
  readonly open: OpenDraft;
  readonly isNew: boolean;
  /** Throws `ApiError`. */
  readonly send: (post: DealDraft, draft: PostDraft) => Promise<void>;
  readonly onDiscard: () => void;
  /** Whether there is something to discard. */
  readonly isTouched: boolean;
  readonly Card: ComponentType<{ deal: Deal }>;
  readonly hrefOf: (deal: Deal) => string;
}

const busyTexts = {
  'awaiting-media': 'posts.awaitingMedia',
  'looking-for-duplicates': 'posts.lookingForDuplicates',
  sending: 'posts.sending',
} as const;

/** Focuses the first invalid field, so that screen readers read its error. */
const useFocusOnError = (errors: Readonly<Partial<Record<PostField, string>>>) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = postFields.find((field) => errors[field] !== undefined);
    const control = first === undefined ? null : form.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }, [errors]);
  return form;
};

/** The form of a post, beside its preview. */
export const PostForm = ({
  userId,
  open,
  isNew,
  send,
  onDiscard,
  isTouched,
  Card,
  hrefOf,
}: PostFormProps) => {
  const { t } = useLanguage();
  const draft = useStore(open.draft);
  const posting = usePostForm({ readDraft: open.draft.get, isNew, send });
  const form = useFocusOnError(posting.blamed);
  const { phase } = posting;
  const isBusy = phase.kind !== 'editing' && phase.kind !== 'doubting';

  return (
    <div className={styles['columns']}>
      <form
        ref={form}
        noValidate
        className={styles['form']}
        aria-label={t(isNew ? 'posts.title' : 'posts.editTitle')}
        onSubmit={(event) => {
          event.preventDefault();
          // The fields are inert until the deal is posted, and must not lose the focus then.
          const { submitter } = event.nativeEvent;
          submitter?.focus();
          posting.submit();
        }}
      >
        <div inert={phase.kind !== 'editing' && phase.kind !== 'awaiting-media'}>
          <DraftFields
            userId={userId}
            open={open}
            errors={posting.errors}
            onCorrect={posting.forgive}
            onAdding={posting.awaitMedia}
          />
        </div>
        {posting.failure !== null && (
          <div role="alert" className={styles['failure']}>
            {t(actionErrorText(posting.failure))}
          </div>
        )}
        <div className={styles['actions']}>
          <Button type="submit" tone="primary" disabled={isBusy}>
            {isBusy ? t(busyTexts[phase.kind]) : t(isNew ? 'posts.submit' : 'posts.save')}
          </Button>
          {isTouched && (
            <Button
              tone="quiet"
              onClick={() => {
                onDiscard();
                // The button leaves with what it discards.
                form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
              }}
            >
              {t(isNew ? 'posts.startOver' : 'posts.discard')}
            </Button>
          )}
          <p className={styles['kept']}>{isTouched && t('posts.storedHere')}</p>
        </div>
      </form>
      <DraftPreview draft={draft} Card={Card} />
      {phase.kind === 'doubting' && (
        <Eventually>
          <DuplicatesDialog
            duplicates={phase.duplicates}
            hrefOf={hrefOf}
            onPost={posting.postAnyway}
            onBack={posting.giveUp}
          />
        </Eventually>
      )}
    </div>
  );
};
