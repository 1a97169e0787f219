import * as z from 'zod/mini';
import { defineTopic, type Bus } from '#platform/bus.ts';
import type { EndedSession } from './session-repository.ts';

/** A session was revoked; nodes close what belongs to it. */
export const sessionRevoked = defineTopic(
  'session.revoked',
  z.object({ sessionId: z.string(), userId: z.string() }),
);

export const announceEnded = (bus: Bus, ended: readonly EndedSession[]): void => {
  for (const session of ended) bus.publish(sessionRevoked, session);
};
