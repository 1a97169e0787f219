import type { Restoring, SessionState, SignedIn, StoredState } from '../state.ts';
import { isOver } from '../status.ts';
import { end, logOut } from './ending.ts';
import {
  enter,
  enterSession,
  step,
  withoutRefreshingMessage,
  type Moment,
  type Step,
} from './step.ts';

/** Takes over what another tab stored. */
export const follow = (
  state: SessionState,
  phase: SignedIn | Restoring,
  stored: StoredState,
  { now }: Moment,
): Step => {
  const { session } = phase;
  if (stored.kind === 'none') {
    if (stored.endedBy !== null) return end(state, stored.endedBy, null);
    return isOver(session, now) ? end(state, 'expired', session) : logOut(state, session);
  }
  if (isOver(stored.session, now)) return end(state, 'expired', stored.session);
  if (stored.session.accessToken !== session.accessToken) {
    // The other tab's refresh counts as this one's, so the cooldown starts again.
    return enterSession(withoutRefreshingMessage(state), stored.session, {
      kind: 'succeeded',
      since: now,
    });
  }
  return stored.session.expiresAt === session.expiresAt
    ? step(state)
    : enter(state, { ...phase, session: stored.session });
};
