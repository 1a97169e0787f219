import * as z from 'zod/mini';
import { type Bus, defineTopic } from '#platform/bus.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { unlessAborted } from '../politeness/timing.ts';

/** A source was paused: its reading ends, on whichever node it runs. */
export const sourcePaused = defineTopic('sources.paused', z.object({ sourceId: z.string() }));

/**
 * Milliseconds for one reading; a source of parts resumes at its cursor. A feed of 30 GB at the
 * speed of a slow line ends within it.
 */
const READING_LIMIT_MS = 7_200_000;
/** Readings that store at the same time. Others wait for their servers without a connection. */
const STORING = 4;

/** One reading on this node. */
export interface Reading {
  /** Aborted at the stop of the node, when the source is paused, and when the time is up. */
  readonly signal: AbortSignal;
  /** Whether it was ended because the source was paused. */
  readonly wasPaused: () => boolean;
}

/** The readings on this node. */
export interface Readings {
  /**
   * Runs a reading of the source, with a signal that is aborted at its end too, so that nothing of
   * it goes on. Returns at once if the source is being read on this node.
   */
  run(
    sourceId: string,
    stop: AbortSignal,
    read: (reading: Reading) => Promise<void>,
  ): Promise<void>;
  /** Waits until the reading may store; returns the release. Rejects with the signal's reason. */
  mayStore(signal: AbortSignal): Promise<() => void>;
}

export const createReadings = (bus: Bus, limitMs = READING_LIMIT_MS): Readings => {
  const running = new Map<string, AbortController>();
  const paused = new WeakSet<AbortController>();
  const storing = createSemaphore(STORING);
  bus.subscribe(sourcePaused, ({ sourceId }) => {
    const reading = running.get(sourceId);
    if (reading === undefined) return;
    paused.add(reading);
    reading.abort(new ImportError('IMPORT_INTERRUPTED', 'The source was paused.'));
  });

  return {
    async run(sourceId, stop, read) {
      if (running.has(sourceId)) return;
      const own = new AbortController();
      running.set(sourceId, own);
      const tooSlow = `The reading took longer than ${limitMs / 60_000} minutes.`;
      const timer = setTimeout(
        () => own.abort(new ImportError('SOURCE_TOO_SLOW', tooSlow)),
        limitMs,
      );
      try {
        const signal = AbortSignal.any([stop, own.signal]);
        await read({ signal, wasPaused: () => paused.has(own) });
      } finally {
        clearTimeout(timer);
        running.delete(sourceId);
        own.abort(new Error('The reading has ended.'));
      }
    },
    async mayStore(signal) {
      const slot = new Promise<() => void>((resolve) => {
        void storing.run(() => new Promise<void>((release) => resolve(release)));
      });
      try {
        return await unlessAborted(slot, signal);
      } catch (error) {
        void slot.then((release) => release());
        throw error;
      }
    },
  };
};
