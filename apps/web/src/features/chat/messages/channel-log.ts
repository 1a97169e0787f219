import type { Message } from '@izgodno/contract/chat/message';

/** Messages without a gap between them: by `seq`, from the first to the last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The maximum number of changes kept while the first page loads; more of them appear as a gap. */
const MOST_WAITING = 500;
/**
 * How many messages stay at the end of a channel, and on both sides of its reader, when there are too
 * many. At least as many as a device stores.
 */
export const MOST_NEAR = 200;

/**
 * A client's messages of one channel. Messages are ordered by `seq`; of two states of one message,
 * the one with the greater `version` wins. `version` counts the channel's changes: while every
 * number up to it has been seen, nothing was missed.
 */
export interface ChannelLog {
  readonly channelId: string;
  readonly messages: ReadonlyMap<number, Message>;
  /** The visible ranges: disjoint, not adjacent, in order. */
  readonly stretches: readonly Stretch[];
  /**
   * The channel's version at the first page: later changes were received, earlier ones were not.
   */
  readonly since: number;
  /** Every change up to this one has been received. */
  readonly version: number;
  /** Changes beyond `version` that arrived early; some before them are missing. */
  readonly early: ReadonlySet<number>;
  /** `seq` of the newest message, as far as known. */
  readonly lastSeq: number;
  /** Whether a page was ever loaded. */
  readonly loaded: boolean;
  /** Changes that arrived before the first page. */
  readonly waiting: readonly Message[];
}

export const emptyLog = (channelId: string): ChannelLog => ({
  channelId,
  messages: new Map(),
  stretches: [],
  since: 0,
  version: 0,
  early: new Set(),
  lastSeq: 0,
  loaded: false,
  waiting: [],
});

/** Adds a range and merges it with those that it overlaps or touches. */
export const addStretch = (
  stretches: readonly Stretch[],
  { from, to }: Stretch,
): readonly Stretch[] => {
  let joined: Stretch = { from, to };
  const apart: Stretch[] = [];
  for (const stretch of stretches) {
    if (stretch.to < joined.from - 1 || stretch.from > joined.to + 1) apart.push(stretch);
    else {
      joined = {
        from: Math.min(joined.from, stretch.from),
        to: Math.max(joined.to, stretch.to),
      };
    }
  }
  return [...apart, joined].toSorted((one, other) => one.from - other.from);
};

const withMessages = (
  log: ChannelLog,
  messages: readonly Message[],
): ReadonlyMap<number, Message> => {
  const merged = new Map(log.messages);
  for (const message of messages) {
    const held = merged.get(message.seq);
    if (held === undefined || held.version < message.version) merged.set(message.seq, message);
  }
  return merged;
};

/** Advances `version` over the early changes that now follow it. */
const settle = (
  version: number,
  early: ReadonlySet<number>,
): Pick<ChannelLog, 'version' | 'early'> => {
  let reached = version;
  while (early.has(reached + 1)) reached += 1;
  return { version: reached, early: new Set([...early].filter((each) => each > reached)) };
};

/**
 * Adds messages, and extends the ranges that they are adjacent to by `seq`. Keeps a separate
 * message too, although it is not visible: a late, earlier state must not replace it, and a range
 * may grow up to it.
 */
const extend = (
  log: ChannelLog,
  given: readonly Message[],
): Pick<ChannelLog, 'messages' | 'stretches'> => {
  const messages = withMessages(log, given);
  let { stretches } = log;
  for (const { seq } of given.toSorted((one, other) => one.seq - other.seq)) {
    // An empty channel has no range; its first message starts one.
    const touches = seq === 1 || stretches.some(({ from, to }) => from - 1 <= seq && seq <= to + 1);
    if (!touches) continue;
    let [from, to] = [seq, seq];
    while (messages.has(from - 1)) from -= 1;
    while (messages.has(to + 1)) to += 1;
    stretches = addStretch(stretches, { from, to });
  }
  return { stretches, messages };
};

/** Adds one live change. A repeated or late change has no effect. */
export const takeChange = (log: ChannelLog, message: Message): ChannelLog => {
  if (!log.loaded) {
    return { ...log, waiting: [...log.waiting, message].slice(-MOST_WAITING) };
  }
  if (message.version <= log.version || log.early.has(message.version)) return log;
  return {
    ...log,
    ...extend(log, [message]),
    ...settle(log.version, new Set([...log.early, message.version])),
    lastSeq: Math.max(log.lastSeq, message.seq),
  };
};

/** A page from the server, in any order. Its messages have no gap between them. */
export interface Page {
  readonly messages: readonly Message[];
  /** The number of all messages of the channel. */
  readonly total: number;
  /** The channel's version at the time of the page. */
  readonly version: number;
}

/**
 * Adds a page. The first page of a log sets the version from which live events count as new. A
 * later page leaves `version` unchanged, because it does not cover changes elsewhere. A page
 * requested before the log began is too old, because changes since then were not received.
 */
export const takePage = (log: ChannelLog, page: Page): ChannelLog => {
  if (log.loaded && page.version < log.since) return log;
  const seqs = page.messages.map(({ seq }) => seq);
  const taken: ChannelLog = {
    ...log,
    messages: withMessages(log, page.messages),
    stretches:
      seqs.length === 0
        ? log.stretches
        : addStretch(log.stretches, { from: Math.min(...seqs), to: Math.max(...seqs) }),
    lastSeq: Math.max(log.lastSeq, page.total),
    loaded: true,
    waiting: [],
  };
  return log.loaded
    ? taken
    : log.waiting.reduce(takeChange, { ...taken, since: page.version, version: page.version });
};

/** The server's response to a `resume`: every changed message in its current state. */
export interface Missed {
  readonly messages: readonly Message[];
  readonly version: number;
  readonly lastSeq: number;
}

/** Closes a gap. A response older than the log has no effect. */
export const takeMissed = (log: ChannelLog, missed: Missed): ChannelLog =>
  log.loaded && missed.version >= log.version
    ? {
        ...log,
        ...extend(log, missed.messages),
        ...settle(missed.version, log.early),
        lastSeq: Math.max(log.lastSeq, missed.lastSeq),
      }
    : log;

/** Whether changes are missing that did not arrive live. */
export const hasGap = ({ early }: ChannelLog): boolean => early.size > 0;

/** Whether the newest message is loaded, so that live messages follow it. */
export const reachesEnd = ({ stretches, lastSeq }: ChannelLog): boolean =>
  lastSeq === 0 || stretches.at(-1)?.to === lastSeq;

/** The range around a message, or the newest one. */
export const stretchAround = (log: ChannelLog, seq: number | null): Stretch | null =>
  log.stretches.find(({ from, to }) => seq !== null && from <= seq && seq <= to) ??
  log.stretches.at(-1) ??
  null;

/** The messages of a range in order. */
export const messagesOf = (log: ChannelLog, stretch: Stretch): readonly Message[] =>
  Array.from({ length: stretch.to - stretch.from + 1 }, (_, index) =>
    log.messages.get(stretch.from + index),
  ).filter((message) => message !== undefined);
