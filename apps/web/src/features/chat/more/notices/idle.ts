/** Without a sign for so long, nobody is at this page, in milliseconds. */
export const IDLE_AFTER_MS = 5 * 60_000;
/** Signs closer together than this count as one, in milliseconds. */
const SIGN_INTERVAL_MS = 10_000;

type Stop = () => void;

export interface IdlePorts {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => Stop;
  /** Tells of each sign of somebody at this page or another of theirs. */
  readonly onSign: (listener: () => void) => Stop;
  /** Tells the person's other pages, which share the connection. */
  readonly share: () => void;
  /** Tells the server. False where there is no connection. */
  readonly say: (idle: boolean) => boolean;
  /** Tells of each new connection, of which the server believes that somebody is there. */
  readonly onConnected: (listener: () => void) => Stop;
}

/** Tells the server when nobody has been at the page for a while, and when somebody is again. */
export const watchIdle = (ports: IdlePorts): Stop => {
  let idle = false;
  let lastSign = ports.now();
  let timer: Stop = ports.after(IDLE_AFTER_MS, () => fallIdle());

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
