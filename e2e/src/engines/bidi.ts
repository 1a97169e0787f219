import { once } from 'node:events';
import { parseJson } from '@izgodno/contract/common/parse-json';
import * as z from 'zod';
import { COMMAND_MS } from './engine.ts';

/** A connection by WebDriver BiDi. */
export interface BiDi {
  /** Sends a command and returns its result. */
  call(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The errors that pages have logged since the last call. */
  takeErrors(): readonly string[];
  close(): void;
}

const logged = z.object({
  level: z.string(),
  text: z.nullable(z.string()),
  source: z.object({ context: z.optional(z.string()) }),
});
const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({
    type: z.literal('error'),
    id: z.nullable(z.number()),
    error: z.string(),
    message: z.string(),
  }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
]);

export const connectBiDi = async (url: string): Promise<BiDi> => {
  const socket = new WebSocket(url);
  await once(socket, 'open', { signal: AbortSignal.timeout(COMMAND_MS) });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const errors: string[] = [];
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const read = message.parse(parseJson(String(data)));
    if (read.type === 'event') {
      const entry = logged.safeParse(read.params).data;
      if (entry?.level === 'error') errors.push(entry.text ?? '');
      return;
    }
    const call = waiting.get(read.id ?? 0);
    if (read.type === 'success') call?.resolve(read.result);
    else call?.reject(new Error(`${read.error}: ${read.message}`));
  });
  return {
    async call(method, params) {
      last += 1;
      const id = last;
      const call = Promise.withResolvers<unknown>();
      const timer = setTimeout(() => call.reject(new Error(`${method}: time is up`)), COMMAND_MS);
      waiting.set(id, call);
      socket.send(JSON.stringify({ id, method, params }));
      try {
        return await call.promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    takeErrors: () => errors.splice(0),
    close: () => socket.close(),
  };
};
