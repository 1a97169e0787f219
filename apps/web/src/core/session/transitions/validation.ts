import type { Restoring, SessionEvent, SessionState, SignedIn } from '../state.ts';
import { dropRestored } from './ending.ts';
import { enter, enterSession, step, type Step } from './step.ts';

/**
 * Handles the result of the validation: the server named the user, rejected the tokens, or was
 * unreachable.
 */
export const onValidated = (
  state: SessionState,
  phase: SignedIn | Restoring,
  event: Extract<SessionEvent, { kind: 'validated' }>,
): Step => {
  const { session } = phase;
  if (event.of !== session.accessToken) return step(state);
  const refresh = phase.kind === 'signed-in' ? phase.refresh : ({ kind: 'none' } as const);
  const { outcome } = event;
  switch (outcome.kind) {
    case 'valid': {
      const { user } = outcome;
      return enterSession(state, { ...session, user }, refresh, { kind: 'store-user', user });
    }
    case 'unreachable':
      return enter(state, { kind: 'signed-in', session, validation: 'postponed', refresh });
    case 'invalid-user':
      return dropRestored(state, session, 'invalid-user');
    case 'refused':
      // The validation's 401 has started a refresh, whose response decides.
      return phase.kind === 'signed-in' && refresh.kind === 'running'
        ? enter(state, { ...phase, validation: 'postponed' })
        : dropRestored(state, session, null);
  }
};
