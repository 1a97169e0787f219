import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealDraft } from '@izgodno/contract/posts/calls';
import { useEffect, useState } from 'react';
import { uploads, useUploads } from '#core/uploads/browser/uploads.ts';
import { possibleDuplicates } from './calls.ts';
import { mediumState } from './browser/media-uploads.ts';
import { UPLOAD_FAILED } from './fault-texts.ts';
import type { PostDraft } from './model/draft.ts';
import { checkDraft, faultsOf, hasFaults, withoutFault, type PostFaults } from './model/faults.ts';

/** Where the form is on its way to a posted deal. */
type Phase =
  | { readonly kind: 'editing' }
  /** Everything is said, and pictures are still on their way. */
  | { readonly kind: 'awaiting-media' }
  | { readonly kind: 'looking-for-duplicates' }
  /** The person decides whether what was found is the same. */
  | {
      readonly kind: 'doubting';
      readonly post: DealDraft;
      readonly duplicates: readonly Deal[];
    }
  | { readonly kind: 'sending' };

interface PostingOptions {
  readonly readDraft: () => PostDraft;
  /** Whether to look for deals that this one may repeat. */
  readonly isNew: boolean;
  /** Throws `ApiError`. */
  readonly send: (post: DealDraft, draft: PostDraft) => Promise<void>;
}

const editing: Phase = { kind: 'editing' };

const mediaFault = ({ media }: PostDraft): PostFaults => {
  const known = uploads.state.get().uploads;
  const isBroken = media.some((medium) => {
    const { kind } = mediumState(medium, known);
    return kind === 'failed' || kind === 'broken-off';
  });
  return isBroken ? { media: UPLOAD_FAILED } : {};
};

/** Takes a draft through its checks, its pictures' arrival and the question of duplicates to the server. */
export const usePosting = ({ readDraft, isNew, send }: PostingOptions) => {
  const { uploads: known } = useUploads();
  const [phase, setPhase] = useState<Phase>(editing);
  const [faults, setFaults] = useState<PostFaults>({});
  // Apart from `faults`, which get fewer while they are corrected: the focus must not run ahead.
  const [blamed, setBlamed] = useState<PostFaults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const isAwaited = readDraft().media.some(
    (medium) => mediumState(medium, known).kind === 'uploading',
  );

  const blame = (found: PostFaults): void => {
    setFaults(found);
    setBlamed(found);
  };

  const post = async (what: DealDraft): Promise<void> => {
    setPhase({ kind: 'sending' });
    try {
      await send(what, readDraft());
    } catch (error) {
      const named = faultsOf(error);
      blame(named);
      if (!hasFaults(named)) setFailure(error);
    }
    setPhase(editing);
  };

  const submit = async (): Promise<void> => {
    setFailure(null);
    const draft = readDraft();
    const checked = checkDraft(draft);
    const found = { ...checked.faults, ...mediaFault(draft) };
    blame(found);
    if (checked.faults !== undefined || hasFaults(found)) {
      setPhase(editing);
      return;
    }
    if (isAwaited) {
      setPhase({ kind: 'awaiting-media' });
      return;
    }
    if (isNew) {
      setPhase({ kind: 'looking-for-duplicates' });
      const duplicates = await possibleDuplicates(checked.post);
      if (duplicates.length > 0) {
        setPhase({ kind: 'doubting', post: checked.post, duplicates });
        return;
      }
    }
    await post(checked.post);
  };

  const isOver = phase.kind === 'awaiting-media' && !isAwaited;
  useEffect(() => {
    if (isOver) void submit();
    // Once, when the last picture has come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);

  return {
    phase,
    faults,
    /** The faults as they were found last. */
    blamed,
    failure,
    submit: () => {
      if (phase.kind === 'editing') void submit();
    },
    /** What is being corrected is not blamed any more. */
    forgive: (field: keyof PostFaults) => setFaults((before) => withoutFault(before, field)),
    postAnyway: () => {
      if (phase.kind === 'doubting') void post(phase.post);
    },
    giveUp: () => setPhase(editing),
  };
};
