import { nextStatuses, RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';

export type PresentStatus = Exclude<DealStatus, 'deleted'>;
/** The capacity in which a user acts on a deal. */
export type Capacity = 'owner' | 'moderator';

interface PresentDeal {
  readonly status: PresentStatus;
}

export interface DeletedDeal {
  readonly status: 'deleted';
  /** The status before, to which restoring returns. */
  readonly from: PresentStatus;
  /** The owner's suspension hides a deal until it ends. */
  readonly by: Capacity | 'suspension';
  /** Who else keeps it deleted once a moderator's removal is undone; null if no one does. */
  readonly alsoBy: 'owner' | 'suspension' | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type DealState = PresentDeal | DeletedDeal;

export type StatusAction =
  | { readonly kind: 'set'; readonly status: PresentStatus }
  | { readonly kind: 'delete'; readonly by: Capacity }
  | { readonly kind: 'restore'; readonly by: Capacity };

/** Why an action is rejected; each is an error code of the contract. */
type StatusRejection = 'status_conflict' | 'restore_too_late' | 'forbidden';

export type StatusOutcome =
  | { readonly state: DealState; readonly rejected?: undefined }
  | { readonly rejected: StatusRejection };

const restore = (state: DeletedDeal, by: Capacity, now: number): StatusOutcome => {
  if (by === 'owner' && state.by !== 'owner') return { rejected: 'forbidden' };
  if (by === 'owner' && now - state.at > RESTORE_WINDOW_MS) return { rejected: 'restore_too_late' };
  // Moderators cannot restore a deal its owner deleted, or one of a suspended user.
  if (by === 'moderator' && state.by !== 'moderator') return { rejected: 'status_conflict' };
  if (state.alsoBy !== null) return { state: { ...state, by: state.alsoBy, alsoBy: null } };
  return { state: { status: state.from } };
};

/**
 * The next state of a deal. Repeating an action changes nothing and is no error, so that calls are
 * idempotent; only a removal that is undone twice is rejected if others keep the deal deleted.
 */
export const changeStatus = (
  state: DealState,
  action: StatusAction,
  now: number,
): StatusOutcome => {
  switch (action.kind) {
    case 'set': {
      if (state.status === action.status) return { state };
      if (state.status === 'deleted') return { rejected: 'status_conflict' };
      const allowed: readonly PresentStatus[] = nextStatuses[state.status];
      return allowed.includes(action.status)
        ? { state: { status: action.status } }
        : { rejected: 'status_conflict' };
    }
    case 'delete': {
      if (state.status !== 'deleted')
        return {
          state: { status: 'deleted', from: state.status, by: action.by, alsoBy: null, at: now },
        };
      if (action.by === 'owner' || state.by === 'moderator') return { state };
      return { state: { ...state, by: 'moderator', alsoBy: state.by } };
    }
    case 'restore':
      return state.status === 'deleted' ? restore(state, action.by, now) : { state };
  }
};
