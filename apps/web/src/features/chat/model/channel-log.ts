import type { Message } from '@izgodno/contract/chat/message';

/** Messages that follow each other without a gap: by `seq`, from the first to the last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Changes that are kept while the first page is on its way; more of them show as a gap. */
const MOST_WAITING = 500;

/**
 * What a client holds of one channel. Messages are ordered by `seq`; of two states of one message the
 * one with the greater `version` stands. `version` counts the channel's changes: while every number up
 * to it has been seen, nothing was missed.
 */
export interface ChannelLog {
  readonly channelId: string;
  readonly messages: ReadonlyMap<number, Message>;
  /** What can be shown. Disjoint and not touching, in order. */
  readonly stretches: readonly Stretch[];
  /** The count of changes at the first page: all later changes were watched, no earlier ones. */
  readonly since: number;
  /** Every change up to this one has been seen. */
  readonly version: number;
  /** Changes beyond `version` that came early: between them some are missing. */
  readonly early: ReadonlySet<number>;
  /** `seq` of the newest message there is, as far as is known. */
  readonly lastSeq: number;
  /** Whether a page was ever taken. */
  readonly loaded: boolean;
  /** Changes that came before the first page. */
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

/** Adds a stretch, joining those it overlaps or touches. */
const addStretch = (stretches: readonly Stretch[], { from, to }: Stretch): readonly Stretch[] => {
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

/** Moves `version` over the early changes that now follow it. */
const settle = (
  version: number,
  early: ReadonlySet<number>,
): Pick<ChannelLog, 'version' | 'early'> => {
  let reached = version;
  while (early.has(reached + 1)) reached += 1;
  return { version: reached, early: new Set([...early].filter((each) => each > reached)) };
};

/**
 * Takes messages in, and lengthens the stretches that they lie next to: by `seq` there is nothing
 * between. One that lies apart is kept too, out of sight: a later state of it must not be lost to an
 * earlier one that comes late, and the stretch may still grow up to it.
 */
const extend = (
  log: ChannelLog,
  given: readonly Message[],
): Pick<ChannelLog, 'messages' | 'stretches'> => {
  const messages = withMessages(log, given);
  let { stretches } = log;
  for (const { seq } of given.toSorted((one, other) => one.seq - other.seq)) {
    // A channel that was empty has no stretch: its first message begins one.
    const touches = seq === 1 || stretches.some(({ from, to }) => from - 1 <= seq && seq <= to + 1);
    if (!touches) continue;
    let [from, to] = [seq, seq];
    while (messages.has(from - 1)) from -= 1;
    while (messages.has(to + 1)) to += 1;
    stretches = addStretch(stretches, { from, to });
  }
  return { stretches, messages };
};

/** Takes in one change as it came live. Twice the same, or late, it changes nothing. */
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

/** A page as the server answered it, in any order. Its messages follow each other without a gap. */
export interface Page {
  readonly messages: readonly Message[];
  /** All messages of the channel. */
  readonly total: number;
  /** The channel's count of changes as the page saw it. */
  readonly version: number;
}

/**
 * Takes a page in. The first page of a log says from which change on live events are news; a later
 * one says nothing of changes elsewhere, so `version` stays. One that was asked for before the log
 * began is too old: what changed in it since was not watched.
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

/** What the server answered to "what did I miss": every message that changed, in its present state. */
export interface Missed {
  readonly messages: readonly Message[];
  readonly version: number;
  readonly lastSeq: number;
}

/** Closes a gap. An answer that is older than what is held says nothing. */
export const takeMissed = (log: ChannelLog, missed: Missed): ChannelLog =>
  log.loaded && missed.version >= log.version
    ? {
        ...log,
        ...extend(log, missed.messages),
        ...settle(missed.version, log.early),
        lastSeq: Math.max(log.lastSeq, missed.lastSeq),
      }
    : log;

/** Whether changes are missing that did not come by themselves. */
export const hasGap = ({ early }: ChannelLog): boolean => early.size > 0;

/** Whether the newest message is held: what comes live then follows it. */
export const reachesEnd = ({ stretches, lastSeq }: ChannelLog): boolean =>
  lastSeq === 0 || stretches.at(-1)?.to === lastSeq;

/** The stretch around a message, or else the newest one. */
export const stretchAround = (log: ChannelLog, seq: number | null): Stretch | null =>
  log.stretches.find(({ from, to }) => seq !== null && from <= seq && seq <= to) ??
  log.stretches.at(-1) ??
  null;

/** The messages of a stretch in their order. */
export const messagesOf = (log: ChannelLog, stretch: Stretch): readonly Message[] =>
  Array.from({ length: stretch.to - stretch.from + 1 }, (_, place) =>
    log.messages.get(stretch.from + place),
  ).filter((message) => message !== undefined);
