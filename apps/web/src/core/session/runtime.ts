import { SESSION_CHECK_INTERVAL_MS } from '@izgodno/contract/accounts/limits';
import type { Unsubscribe } from '#shared/store.ts';
import { LOCK_PATIENCE_MS, TICK_INTERVAL_MS } from './limits.ts';
import { begin, transition } from './machine.ts';
import type { SessionPolicy } from './policy.ts';
import type { SessionPorts } from './ports.ts';
import { refreshAlone } from './refresh-alone.ts';
import type { Session, SessionEffect, SessionEvent, SessionState, TimerName } from './state.ts';
import { type SessionStatus, sessionDialog, sessionStatus, type SessionDialog } from './status.ts';
import { clearSession, readStored, writeSession, writeUser } from './stored-session.ts';
import type { Step } from './transitions/step.ts';

/** What the screens show; the same object until one of its parts changes. */
export interface SessionSnapshot extends SessionState {
  readonly status: SessionStatus;
  readonly dialog: SessionDialog | null;
}

export interface SessionRuntime {
  readonly get: () => SessionSnapshot;
  readonly subscribe: (listener: () => void) => Unsubscribe;
  readonly dispatch: (event: SessionEvent) => void;
  readonly stop: Unsubscribe;
}

/** Runs the session machine: feeds it events and carries out its effects. */
export const startSession = (ports: SessionPorts, policy: SessionPolicy): SessionRuntime => {
  const { clock, storage, server, navigator, signals, lock } = ports;
  const listeners = new Set<() => void>();
  const timers = new Map<TimerName, Unsubscribe>();
  const queue: SessionEvent[] = [];
  let running = false;

  const look = (state: SessionState): SessionSnapshot => {
    const now = clock.now();
    return {
      ...state,
      status: sessionStatus(state, now, policy),
      dialog: sessionDialog(state, now, policy),
    };
  };

  const refresh = async (session: Session, asked: boolean): Promise<void> => {
    const of = session.accessToken;
    try {
      // The outcome is stored before the next tab acquires the lock.
      await lock(LOCK_PATIENCE_MS, async () =>
        dispatch(await refreshAlone(ports, policy, session, asked)),
      );
    } catch {
      dispatch({ kind: 'refresh-settled', of, outcome: { kind: 'unreachable' } });
    }
  };

  const validate = async (session: Session): Promise<void> => {
    const outcome = await server.validate();
    dispatch({ kind: 'validated', of: session.accessToken, outcome });
  };

  const go = async (to: 'home' | 'login'): Promise<void> => {
    await navigator[to]();
    dispatch({ kind: 'arrived' });
  };

  const perform = (effect: SessionEffect): void => {
    switch (effect.kind) {
      case 'validate':
        void validate(effect.session);
        return;
      case 'refresh':
        void refresh(effect.session, effect.asked);
        return;
      case 'store':
        writeSession(storage, effect.session);
        return;
      case 'store-user':
        writeUser(storage, effect.user);
        return;
      case 'clear':
        clearSession(storage, effect.endedBy);
        return;
      case 'revoke':
        server.revoke(effect.session);
        return;
      case 'go':
        void go(effect.to);
        return;
      case 'schedule': {
        const { timer, afterMs } = effect;
        timers.get(timer)?.();
        timers.set(
          timer,
          clock.after(afterMs, () => dispatch({ kind: 'timer', timer })),
        );
      }
    }
  };

  let snapshot: SessionSnapshot;

  const settle = ({ state, effects }: Step): void => {
    const before = snapshot;
    snapshot = look(state);
    for (const effect of effects) perform(effect);
    const same =
      before.phase === snapshot.phase &&
      before.message === snapshot.message &&
      before.status === snapshot.status &&
      before.dialog === snapshot.dialog;
    if (same) {
      snapshot = before;
      return;
    }
    for (const listener of listeners) listener();
  };

  const dispatch = (event: SessionEvent): void => {
    queue.push(event);
    // An effect may dispatch; its event waits until the current one is processed.
    if (running) return;
    running = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        settle(transition(snapshot, next, { now: clock.now(), policy }));
      }
    } finally {
      running = false;
    }
  };

  const first = begin(readStored(storage), clock.now());
  snapshot = look(first.state);
  for (const effect of first.effects) perform(effect);

  const monitor = () => dispatch({ kind: 'monitored', stored: readStored(storage) });
  const stops = [
    clock.every(TICK_INTERVAL_MS, () => dispatch({ kind: 'tick' })),
    clock.every(SESSION_CHECK_INTERVAL_MS, monitor),
    signals.unauthorized(() => dispatch({ kind: 'unauthorized' })),
    signals.stored(() => dispatch({ kind: 'followed', stored: readStored(storage) })),
    signals.awake(monitor),
  ];

  return {
    get: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    stop: () => {
      for (const stop of [...stops, ...timers.values()]) stop();
    },
  };
};
