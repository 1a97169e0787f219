import type { DataStore } from '@tus/server';
import { pipeline } from 'node:stream';
import type { Throttle } from '../throttle.ts';

/**
 * The same store with throttled writes. The protocol's server reads the request itself, so its
 * bytes can be throttled only where they are written.
 */
export const writeThrottled = (store: DataStore, turns: Throttle): DataStore => {
  const inTurns: DataStore = Object.create(store);
  inTurns.write = (content, id, offset) =>
    // The store receives errors of either side through the stream it reads.
    store.write(
      pipeline(content, turns.stream(), () => {}),
      id,
      offset,
    );
  return inTurns;
};
