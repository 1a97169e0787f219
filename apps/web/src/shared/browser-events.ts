/** Ends what was begun; may be called again. */
type Stop = () => void;

/** Runs something once, after so many milliseconds. */
export const after = (ms: number, run: () => void): Stop => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export const listen = (target: EventTarget, type: string, listener: () => void): Stop => {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
};

/** The network came back, or the page is in sight again, after sleep too. */
export const onWake = (listener: () => void): Stop => {
  const stops = [
    listen(window, 'pageshow', listener),
    listen(window, 'online', listener),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') listener();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
