import type { DataStore } from '@tus/server';
import { pipeline } from 'node:stream';
import type { Turns } from '../turns.ts';

/**
 * The same store, whose writes take the event loop in turns with everything else. The protocol's server
 * reads the request by itself, so that its bytes are first met where they are written.
 */
export const writeInTurns = (store: DataStore, turns: Turns): DataStore => {
  const inTurns: DataStore = Object.create(store);
  inTurns.write = (content, id, offset) =>
    // What breaks on either side reaches the store through the stream it reads.
    store.write(
      pipeline(content, turns.stream(), () => {}),
      id,
      offset,
    );
  return inTurns;
};
