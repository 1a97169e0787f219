import type { FastifyBaseLogger } from 'fastify';
import { SECOND_MS } from '@izgodno/contract/common/durations';
import { systemClock, type Clock } from './clock.ts';
import { LineLimit } from './line-limit.ts';

/**
 * Lines of the log in ten seconds about failures of one kind: while a part is away, every request that
 * needs it fails for the same reason.
 */
export const OUTAGE_LINES = { lines: 10, windowMs: 10 * SECOND_MS } as const;

const limits = new Map<string, LineLimit>();

/** Logs a failure of a kind that many requests may share; the text is constant, and names the kind. */
export const logOutage = (
  log: Pick<FastifyBaseLogger, 'warn'>,
  error: unknown,
  text: string,
  clock: Clock = systemClock,
): void => {
  const limit = limits.get(text) ?? new LineLimit({ ...OUTAGE_LINES, clock });
  limits.set(text, limit);
  const line = limit.next();
  if (line !== null) log.warn({ err: error, ...line }, text);
};
