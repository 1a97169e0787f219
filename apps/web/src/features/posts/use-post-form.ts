import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealDraft } from '@izgodno/contract/posts/calls';
import { useEffect, useState } from 'react';
import { uploads, useUploads } from '#core/uploads/browser/uploads.ts';
import { useAskBeforeLeaving } from '#shared/hooks/use-ask-before-leaving.ts';
import { possibleDuplicates } from './calls.ts';
import { stateOfFile } from '#core/uploads/browser/form-files.ts';
import { UPLOAD_FAILED } from './error-texts.ts';
import type { PostDraft } from './model/draft.ts';
import { checkDraft, errorsOf, hasErrors, withoutError, type PostErrors } from './model/errors.ts';

/** The step of the form on its way to a stored post. */
type Phase =
  | { readonly kind: 'editing' }
  /** The form is complete, and images are still being uploaded. */
  | { readonly kind: 'awaiting-media' }
  | { readonly kind: 'looking-for-duplicates' }
  /** The user decides whether the found deals are duplicates. */
  | {
      readonly kind: 'doubting';
      readonly post: DealDraft;
      readonly duplicates: readonly Deal[];
    }
  | { readonly kind: 'sending' };

interface PostFormOptions {
  readonly readDraft: () => PostDraft;
  /** Whether to check for duplicates. */
  readonly isNew: boolean;
  /** Throws `ApiError`. */
  readonly send: (post: DealDraft, draft: PostDraft) => Promise<void>;
}

const editing: Phase = { kind: 'editing' };

const mediaError = ({ media }: PostDraft): PostErrors => {
  const known = uploads.state.get().uploads;
  const isBroken = media.some((medium) => {
    const { kind } = stateOfFile(medium, known);
    return kind === 'failed' || kind === 'broken-off';
  });
  return isBroken ? { media: UPLOAD_FAILED } : {};
};

/**
 * Whether media are still to be uploaded, those included that were chosen and are not in the draft yet:
 * nothing is sent without them, and the page asks before it is left. Calls `onFailure` if some cannot
 * be added.
 */
const useAwaitedMedia = (readDraft: () => PostDraft, onFailure: () => void) => {
  const { uploads: known } = useUploads();
  const [adding, setAdding] = useState(0);
  const awaitMedia = async (work: Promise<void>): Promise<void> => {
    setAdding((count) => count + 1);
    try {
      await work;
    } catch {
      onFailure();
    }
    setAdding((count) => count - 1);
  };
  const isUploading = readDraft().media.some(
    (medium) => stateOfFile(medium, known).kind === 'uploading',
  );
  const isAwaited = adding > 0 || isUploading;
  useAskBeforeLeaving(isAwaited);
  return { isAwaited, awaitMedia };
};

/**
 * Submits a draft: validates it, waits for its images, asks about duplicates, and calls the server.
 */
export const usePostForm = ({ readDraft, isNew, send }: PostFormOptions) => {
  const [phase, setPhase] = useState<Phase>(editing);
  const [errors, setErrors] = useState<PostErrors>({});
  // Separate from `errors`, which shrink during corrections, because the focus must not move
  // meanwhile.
  const [blamed, setBlamed] = useState<PostErrors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const { isAwaited, awaitMedia } = useAwaitedMedia(readDraft, () =>
    setPhase((now) => (now.kind === 'awaiting-media' ? editing : now)),
  );

  const blame = (found: PostErrors): void => {
    setErrors(found);
    setBlamed(found);
  };

  const post = async (what: DealDraft): Promise<void> => {
    setPhase({ kind: 'sending' });
    try {
      await send(what, readDraft());
    } catch (error) {
      const named = errorsOf(error);
      blame(named);
      if (!hasErrors(named)) setFailure(error);
    }
    setPhase(editing);
  };

  const submit = async (): Promise<void> => {
    setFailure(null);
    const draft = readDraft();
    const checked = checkDraft(draft);
    const found = { ...checked.errors, ...mediaError(draft) };
    blame(found);
    if (checked.errors !== undefined || hasErrors(found)) return setPhase(editing);
    if (isAwaited) return setPhase({ kind: 'awaiting-media' });
    if (isNew) {
      setPhase({ kind: 'looking-for-duplicates' });
      const duplicates = await possibleDuplicates(checked.post);
      if (duplicates.length > 0)
        return setPhase({ kind: 'doubting', post: checked.post, duplicates });
    }
    await post(checked.post);
  };

  const isOver = phase.kind === 'awaiting-media' && !isAwaited;
  useEffect(() => {
    if (isOver) void submit();
    // Runs once, when the last image has been uploaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);

  return {
    phase,
    errors,
    /** The errors of the last check. */
    blamed,
    failure,
    awaitMedia: (work: Promise<void>) => void awaitMedia(work),
    submit: () => {
      if (phase.kind === 'editing') void submit();
    },
    /** Clears the error of a field that is being corrected. */
    forgive: (field: keyof PostErrors) => setErrors((before) => withoutError(before, field)),
    postAnyway: () => {
      if (phase.kind === 'doubting') void post(phase.post);
    },
    giveUp: () => setPhase(editing),
  };
};
