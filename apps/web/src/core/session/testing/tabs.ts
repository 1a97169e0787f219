import type { SessionTokens } from '@izgodno/contract/accounts/session';
import type { KeyValues } from '#shared/storage.ts';
import type { Unsubscribe } from '#shared/store.ts';
import type { SessionPolicy } from '../policy.ts';
import type { SessionPorts, TabLock } from '../ports.ts';
import { SessionRuntime } from '../runtime.ts';
import type { RefreshOutcome, Session, SessionEvent, ValidationOutcome } from '../state.ts';
import { sessionOf } from '../stored-session.ts';
import { mila } from './sessions.ts';

/** Delay until other tabs receive a storage event. */
const STORAGE_EVENT_MS = 20;

interface Alarm {
  at: number;
  /** Null for a timer that fires once. */
  readonly everyMs: number | null;
  readonly run: () => void;
}

/** Runs everything that waits for a resolved promise. */
const settlePromises = async (): Promise<void> => {
  for (let tick = 0; tick < 12; tick++) await Promise.resolve();
};

/** A fake clock; timers fire in order. */
const createClock = (start: number) => {
  let now = start;
  const alarms = new Set<Alarm>();
  const add = (alarm: Alarm): Unsubscribe => {
    alarms.add(alarm);
    return () => alarms.delete(alarm);
  };
  const ring = (alarm: Alarm) => {
    if (alarm.everyMs === null) alarms.delete(alarm);
    else alarm.at = now + alarm.everyMs;
    alarm.run();
  };
  return {
    port: {
      now: () => now,
      after: (ms, run) => add({ at: now + ms, everyMs: null, run }),
      every: (ms, run) => add({ at: now + ms, everyMs: ms, run }),
    } satisfies SessionPorts['clock'],
    async pass(ms: number) {
      const end = now + ms;
      await settlePromises();
      for (;;) {
        let next: Alarm | undefined;
        for (const alarm of alarms) {
          if (alarm.at <= end && (next === undefined || alarm.at < next.at)) next = alarm;
        }
        if (next === undefined) break;
        now = Math.max(now, next.at);
        ring(next);
        await settlePromises();
      }
      now = end;
    },
    /** Advances the clock as in sleep: due timers fire once, afterwards. */
    async sleep(ms: number) {
      now += ms;
      for (const alarm of [...alarms].filter(({ at }) => at <= now)) ring(alarm);
      await settlePromises();
    },
  };
};

/** While `lost`, the server receives requests, but no response arrives. */
export type Weather = 'fine' | 'down' | 'slow' | 'lost';

/**
 * The tokens of one sign-in. Only the newest refreshes; the use of an older one reveals a theft,
 * except by the attempt that made the newest.
 */
interface Family {
  newest: string;
  attempt: string | null;
  revoked: boolean;
}

const createServer = (clock: SessionPorts['clock'], accessMs: number) => {
  let weather: Weather = 'fine';
  let made = 0;
  let calls = 0;
  let reuses = 0;
  const families = new Map<string, Family>();
  const rotations: { readonly of: Family; readonly at: number }[] = [];

  const issue = (family: Family): SessionTokens => {
    family.newest = `refresh-${++made}`;
    families.set(family.newest, family);
    return {
      accessToken: `access-${made}`,
      accessTokenExpiration: clock.now() + accessMs,
      refreshToken: family.newest,
      serverTime: clock.now(),
      user: mila,
    };
  };

  const refresh = async (refreshToken: string | null, attempt: string): Promise<RefreshOutcome> => {
    calls += 1;
    if (weather === 'down') return { kind: 'unreachable' };
    if (weather === 'slow') await new Promise<void>((resolve) => void clock.after(8_000, resolve));
    // Without a token in the body, the cookie provides it, which is always the newest.
    const token = refreshToken ?? `refresh-${made}`;
    const family = families.get(token);
    if (family === undefined || family.revoked) return { kind: 'refused' };
    if (token !== family.newest && attempt !== family.attempt) {
      reuses += 1;
      family.revoked = true;
      return { kind: 'refused' };
    }
    family.attempt = attempt;
    const session = sessionOf(issue(family), clock.now());
    if (weather === 'lost') return { kind: 'unreachable' };
    rotations.push({ of: family, at: clock.now() });
    return { kind: 'refreshed', session };
  };

  const revoke = ({ refreshToken }: Session): void => {
    const family = refreshToken === null ? undefined : families.get(refreshToken);
    if (family !== undefined) family.revoked = true;
  };

  const validate = async (): Promise<ValidationOutcome> =>
    weather === 'down' ? { kind: 'unreachable' } : { kind: 'valid', user: mila };

  return {
    signIn: () => issue({ newest: '', attempt: null, revoked: false }),
    refresh,
    revoke,
    validate,
    rotations,
    calls: () => calls,
    reuses: () => reuses,
    hasLiveSession: () => [...families.values()].some(({ revoked }) => !revoked),
    setWeather: (next: Weather) => {
      weather = next;
    },
  };
};

export interface Tab {
  readonly runtime: SessionRuntime;
  readonly unauthorized: () => void;
  /** The page is visible again, or back from sleep. */
  readonly awake: () => void;
  readonly journeys: readonly ('home' | 'login')[];
}

/** Simulates browser tabs on one storage, one lock, one server and a fake clock. */
export const createTabs = (policy: SessionPolicy, accessMs: number) => {
  const clock = createClock(Date.UTC(2026, 10, 21));
  const server = createServer(clock.port, accessMs);
  const values = new Map<string, string>();
  const storedListeners = new Map<object, () => void>();

  const storageOf = (tab: object): KeyValues => {
    const notify = () => {
      for (const [other, listener] of storedListeners) {
        if (other !== tab) clock.port.after(STORAGE_EVENT_MS, listener);
      }
    };
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        if (values.get(key) === value) return;
        values.set(key, value);
        notify();
      },
      removeItem: (key) => {
        if (values.delete(key)) notify();
      },
    };
  };

  let last: Promise<void> = Promise.resolve();
  let isStuck = false;
  const lock: TabLock = async (patienceMs, run) => {
    if (isStuck) {
      await new Promise<void>((resolve) => void clock.port.after(patienceMs, resolve));
      throw new DOMException('Too long', 'TimeoutError');
    }
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };

  const open = (): Tab => {
    const id = {};
    const journeys: ('home' | 'login')[] = [];
    const received: (() => void)[] = [];
    const woken: (() => void)[] = [];
    const travel = (to: 'home' | 'login') => async () => {
      journeys.push(to);
    };
    const runtime = new SessionRuntime(
      {
        clock: clock.port,
        storage: storageOf(id),
        server,
        navigator: { home: travel('home'), login: travel('login') },
        signals: {
          unauthorized: (listener) => {
            received.push(listener);
            return () => undefined;
          },
          stored: (listener) => {
            storedListeners.set(id, listener);
            return () => storedListeners.delete(id);
          },
          awake: (listener) => {
            woken.push(listener);
            return () => undefined;
          },
        },
        lock,
      },
      policy,
    );
    return {
      runtime,
      journeys,
      unauthorized: () => received.forEach((listener) => listener()),
      awake: () => woken.forEach((listener) => listener()),
    };
  };

  return {
    open,
    server,
    values,
    clock,
    /** Another tab holds the lock of the refresh, and does not let it go. */
    holdLock: () => {
      isStuck = true;
    },
    /** Waits until promises have resolved and every tab has received the storage events. */
    settle: () => clock.pass(STORAGE_EVENT_MS),
    signInEvent: (): SessionEvent => ({
      kind: 'signed-in',
      session: sessionOf(server.signIn(), clock.port.now()),
      registered: false,
    }),
  };
};
