import { hasCode } from '#platform/code-of.ts';

export const DEADLOCK = '40P01';
/** The type of a column in a plan changed, as in an upgrade by another node. */
export const PLAN_OUTDATED = '0A000';
/** Enough, because PostgreSQL aborts only one of the waiting transactions each time. */
const TRIES = 5;

/**
 * Repeats work from its start if PostgreSQL aborted it to resolve a deadlock, or because the schema
 * changed under its plan. All of it was rolled back, so the work may be a transaction or a statement
 * outside one, but not a part of either.
 */
export const repeatAborted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, DEADLOCK, PLAN_OUTDATED) || tries === TRIES) throw error;
    }
  }
};
