import { RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';

export type StandingStatus = Exclude<DealStatus, 'deleted'>;
/** In which capacity a person acts on a deal. */
export type Capacity = 'owner' | 'moderator';

export interface StandingDeal {
  readonly status: StandingStatus;
}

export interface DeletedDeal {
  readonly status: 'deleted';
  /** What it was before, and becomes again when it is brought back. */
  readonly from: StandingStatus;
  readonly by: Capacity;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type DealState = StandingDeal | DeletedDeal;

export type StatusAction =
  | { readonly kind: 'set'; readonly status: StandingStatus }
  | { readonly kind: 'delete'; readonly by: Capacity }
  | { readonly kind: 'restore'; readonly by: Capacity };

/** Why an action is not taken; each is an error code of the contract. */
export type StatusRefusal = 'status_conflict' | 'restore_too_late' | 'forbidden';

export type StatusOutcome =
  | { readonly state: DealState; readonly refused?: undefined }
  | { readonly refused: StatusRefusal };

/** What may follow on what. What is sold was not lost by time, so it does not expire. */
const mayBecome = {
  active: ['sold', 'expired'],
  sold: ['active'],
  expired: ['active', 'sold'],
} as const satisfies Record<StandingStatus, readonly StandingStatus[]>;

const restore = (state: DeletedDeal, by: Capacity, now: number): StatusOutcome => {
  if (by === 'owner' && state.by === 'moderator') return { refused: 'forbidden' };
  if (by === 'owner' && now - state.at > RESTORE_WINDOW_MS) return { refused: 'restore_too_late' };
  // What its owner took away is not a moderator's to bring back.
  if (by === 'moderator' && state.by === 'owner') return { refused: 'status_conflict' };
  return { state: { status: state.from } };
};

/**
 * What becomes of a deal. Doing again what is done already changes nothing and is no fault, so that
 * calls can be repeated.
 */
export const changeStatus = (
  state: DealState,
  action: StatusAction,
  now: number,
): StatusOutcome => {
  switch (action.kind) {
    case 'set': {
      if (state.status === action.status) return { state };
      if (state.status === 'deleted') return { refused: 'status_conflict' };
      const allowed: readonly StandingStatus[] = mayBecome[state.status];
      return allowed.includes(action.status)
        ? { state: { status: action.status } }
        : { refused: 'status_conflict' };
    }
    case 'delete': {
      if (state.status !== 'deleted')
        return { state: { status: 'deleted', from: state.status, by: action.by, at: now } };
      return { state: action.by === 'moderator' ? { ...state, by: 'moderator' } : state };
    }
    case 'restore':
      return state.status === 'deleted' ? restore(state, action.by, now) : { state };
  }
};
