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

/** Runs the session machine: feeds it events and carries out its effects. */
export class SessionRuntime {
  readonly #ports: SessionPorts;
  readonly #policy: SessionPolicy;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Map<TimerName, Unsubscribe>();
  readonly #stops: readonly Unsubscribe[];
  readonly #queue: SessionEvent[] = [];
  #isRunning = false;
  #snapshot: SessionSnapshot;

  constructor(ports: SessionPorts, policy: SessionPolicy) {
    this.#ports = ports;
    this.#policy = policy;
    const { clock, storage, signals } = ports;
    const first = begin(readStored(storage), clock.now());
    this.#snapshot = this.#look(first.state);
    for (const effect of first.effects) this.#perform(effect);
    const monitor = () => this.dispatch({ kind: 'monitored', stored: readStored(storage) });
    this.#stops = [
      clock.every(TICK_INTERVAL_MS, () => this.dispatch({ kind: 'tick' })),
      clock.every(SESSION_CHECK_INTERVAL_MS, monitor),
      signals.unauthorized(() => this.dispatch({ kind: 'unauthorized' })),
      signals.stored(() => this.dispatch({ kind: 'followed', stored: readStored(storage) })),
      signals.awake(monitor),
    ];
  }

  readonly get = (): SessionSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): Unsubscribe => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  dispatch(event: SessionEvent): void {
    this.#queue.push(event);
    // An effect may dispatch; its event waits until the current one is processed.
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
        const moment = { now: this.#ports.clock.now(), policy: this.#policy };
        this.#settle(transition(this.#snapshot, next, moment));
      }
    } finally {
      this.#isRunning = false;
    }
  }

  stop(): void {
    for (const stop of [...this.#stops, ...this.#timers.values()]) stop();
  }

  #look(state: SessionState): SessionSnapshot {
    const now = this.#ports.clock.now();
    return {
      ...state,
      status: sessionStatus(state, now, this.#policy),
      dialog: sessionDialog(state, now, this.#policy),
    };
  }

  #settle({ state, effects }: Step): void {
    const before = this.#snapshot;
    const now = this.#look(state);
    this.#snapshot = now;
    for (const effect of effects) this.#perform(effect);
    const isSame =
      before.phase === now.phase &&
      before.message === now.message &&
      before.status === now.status &&
      before.dialog === now.dialog;
    if (isSame) this.#snapshot = before;
    else for (const listener of this.#listeners) listener();
  }

  #perform(effect: SessionEffect): void {
    const { clock, storage, server } = this.#ports;
    switch (effect.kind) {
      case 'validate':
        void this.#validate(effect.session);
        return;
      case 'refresh':
        void this.#refresh(effect.session, effect.asked);
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
        server.revoke(effect.session, effect.asked);
        return;
      case 'go':
        void this.#go(effect.to);
        return;
      case 'schedule': {
        const { timer, afterMs } = effect;
        this.#timers.get(timer)?.();
        const stop = clock.after(afterMs, () => this.dispatch({ kind: 'timer', timer }));
        this.#timers.set(timer, stop);
      }
    }
  }

  async #refresh(session: Session, asked: boolean): Promise<void> {
    try {
      // The outcome is stored before the next tab acquires the lock.
      await this.#ports.lock(LOCK_PATIENCE_MS, async () =>
        this.dispatch(await refreshAlone(this.#ports, this.#policy, session, asked)),
      );
    } catch {
      const of = session.accessToken;
      this.dispatch({ kind: 'refresh-settled', of, outcome: { kind: 'unreachable' } });
    }
  }

  async #validate({ accessToken }: Session): Promise<void> {
    const outcome = await this.#ports.server.validate();
    this.dispatch({ kind: 'validated', of: accessToken, outcome });
  }

  async #go(to: 'home' | 'login'): Promise<void> {
    await this.#ports.navigator[to]();
    this.dispatch({ kind: 'arrived' });
  }
}
