import { useEffect, useState } from 'react';
import { TICK_INTERVAL_MS } from '#core/session/limits.ts';

/** The time in epoch milliseconds, updated every second. */
export const useClock = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};
