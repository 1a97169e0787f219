import type { Unsubscribe } from '#shared/store.ts';

/** Time without activity after which the user counts as idle, in milliseconds. */
export const IDLE_AFTER_MS = 5 * 60_000;
/** Activities within this interval count as one, in milliseconds. */
const SIGN_INTERVAL_MS = 10_000;

export interface IdlePorts {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Unsubscribe;
  /** Reports each activity on this page or another of the user's pages. */
  readonly onSign: (listener: () => void) => Unsubscribe;
  /** Reports activity to the user's other pages, which share the connection. */
  readonly share: () => void;
  /** Reports idleness to the server. Returns false if there is no connection. */
  readonly say: (idle: boolean) => boolean;
  /** Reports each new connection, for which the server assumes an active user. */
  readonly onConnected: (listener: () => void) => Unsubscribe;
}

/** Reports to the server when the user becomes idle and active again. */
export const watchIdle = (ports: IdlePorts): Unsubscribe => {
  let idle = false;
  let lastSign = ports.now();
  let timer: Unsubscribe = ports.after(IDLE_AFTER_MS, () => fallIdle());

  const fallIdle = (): void => {
    const rest = lastSign + IDLE_AFTER_MS - ports.now();
    if (rest > 0) {
      timer = ports.after(rest, fallIdle);
      return;
    }
    idle = true;
    ports.say(true);
  };

  const stops = [
    ports.onSign(() => {
      const now = ports.now();
      if (!idle && now - lastSign < SIGN_INTERVAL_MS) return;
      lastSign = now;
      ports.share();
      if (!idle) return;
      idle = false;
      ports.say(false);
      timer = ports.after(IDLE_AFTER_MS, fallIdle);
    }),
    ports.onConnected(() => {
      if (idle) ports.say(true);
    }),
  ];
  return () => {
    timer();
    for (const stop of stops) stop();
  };
};
