import * as z from 'zod/mini';

const tokens = z.array(z.string());

/** The commands of the load process, with their results. */
export const loadCommands = {
  /** Opens a socket for each token; with `version` each resumes the channel from there. */
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
      p90Ms: z.number(),
      p99Ms: z.number(),
      /** Until the last member has a message. */
      lastP50Ms: z.number(),
      lastP99Ms: z.number(),
    }),
  },
  /** Sends as fast as responses come, with limited concurrency. */
  pump: {
    input: z.object({
      tokens,
      channelId: z.string(),
      inFlight: z.int(),
      seconds: z.number(),
    }),
    output: z.object({ messagesPerSecond: z.number(), deliveriesPerSecond: z.number() }),
  },
  /** Terminates every socket at once. */
  cut: { input: z.object({}), output: z.object({ cut: z.int() }) },
  /** Sends one after another. */
  send: {
    input: z.object({ tokens, channelId: z.string(), messages: z.int() }),
    output: z.object({ sent: z.int() }),
  },
  /**
   * Requests one route repeatedly, one request after another, and times those after the warm-up.
   */
  ask: {
    input: z.object({ route: z.string(), token: z.string(), warmUp: z.int(), requests: z.int() }),
    output: z.object({ p50Ms: z.number(), p99Ms: z.number() }),
  },
  /** The number of open sockets, and of all texts they have received since they were opened. */
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
  error: z.optional(z.string()),
});
