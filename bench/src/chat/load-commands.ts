import * as z from 'zod/mini';

const tokens = z.array(z.string());

/** What the load process can be told to do, and what it answers. */
export const loadCommands = {
  /** Opens a socket for each token; with `version` each says that it has seen the channel up to there. */
  open: {
    input: z.object({
      tokens,
      channelId: z.string(),
      version: z.nullable(z.int()),
    }),
    output: z.object({ openedMs: z.number() }),
  },
  /** Sends at an even rate, and times each message to each of the open sockets. */
  rate: {
    input: z.object({
      tokens,
      channelId: z.string(),
      perSecond: z.number(),
      seconds: z.number(),
    }),
    output: z.object({
      messages: z.int(),
      deliveries: z.int(),
      missing: z.int(),
      /** Of single deliveries. */
      p50Ms: z.number(),
      p99Ms: z.number(),
      /** Until the last member has a message. */
      lastP50Ms: z.number(),
      lastP99Ms: z.number(),
    }),
  },
  /** Sends as fast as answers come, so many at a time. */
  pump: {
    input: z.object({
      tokens,
      channelId: z.string(),
      inFlight: z.int(),
      seconds: z.number(),
    }),
    output: z.object({ messagesPerSecond: z.number(), deliveriesPerSecond: z.number() }),
  },
  /** Breaks every socket off at once. */
  cut: { input: z.object({}), output: z.object({ cut: z.int() }) },
  /** Sends one after the other. */
  send: {
    input: z.object({ tokens, channelId: z.string(), messages: z.int() }),
    output: z.object({ sent: z.int() }),
  },
  /** Asks for one thing again and again, one request after the other, and times those after the warm-up. */
  ask: {
    input: z.object({ route: z.string(), token: z.string(), warmUp: z.int(), requests: z.int() }),
    output: z.object({ p50Ms: z.number(), p99Ms: z.number() }),
  },
  /** How many sockets are open, and how many texts all of them have got since they were opened. */
  count: { input: z.object({}), output: z.object({ open: z.int(), received: z.int() }) },
} as const;

export type LoadCommandName = keyof typeof loadCommands;
export type LoadInput<Name extends LoadCommandName> = z.output<
  (typeof loadCommands)[Name]['input']
>;
export type LoadOutput<Name extends LoadCommandName> = z.output<
  (typeof loadCommands)[Name]['output']
>;

export const orderSchema = z.object({
  id: z.int(),
  name: z.enum(['open', 'rate', 'pump', 'cut', 'send', 'ask', 'count']),
  input: z.unknown(),
});

export const reportSchema = z.object({
  id: z.int(),
  output: z.optional(z.unknown()),
  fault: z.optional(z.string()),
});
