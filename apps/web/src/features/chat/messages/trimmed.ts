import {
  addStretch,
  hasGap,
  MOST_NEAR,
  stretchAround,
  type ChannelLog,
  type Stretch,
} from './channel-log.ts';

/** Leaves only the messages within these ranges; the same log if all are. */
const within = (log: ChannelLog, ranges: readonly Stretch[]): ChannelLog => {
  const messages = new Map(
    [...log.messages].filter(([seq]) => ranges.some(({ from, to }) => from <= seq && seq <= to)),
  );
  // Otherwise a log that stays too long would be trimmed again without end.
  if (messages.size === log.messages.size) return log;
  return {
    ...log,
    messages,
    stretches: log.stretches
      .flatMap((stretch) =>
        ranges.map(({ from, to }) => ({
          from: Math.max(from, stretch.from),
          to: Math.min(to, stretch.to),
        })),
      )
      .filter(({ from, to }) => from <= to)
      .reduce(addStretch, []),
    // A page requested earlier may lack changes of what is dropped.
    since: log.version,
  };
};

/**
 * Drops messages if they are more than `most`: what is visible loses those of one side only, because
 * a list can keep its place while it loses either side, but not both. The newest ones stay, and those
 * around `around`; null is the end.
 */
export const trimmed = (
  log: ChannelLog,
  around: number | null,
  most: number,
  near = MOST_NEAR,
): ChannelLog => {
  if (log.messages.size <= most || hasGap(log)) return log;
  const end = { from: log.lastSeq - near + 1, to: log.lastSeq };
  const shown = stretchAround(log, around);
  if (shown === null) return within(log, [end]);
  const isShown = around !== null && shown.from <= around && around <= shown.to;
  const reader = isShown ? around : shown.to;
  const earlier = within(log, [{ from: shown.from, to: reader + near }, end]);
  return earlier.messages.size <= most - near
    ? earlier
    : within(log, [{ from: reader - near + 1, to: shown.to }, end]);
};
