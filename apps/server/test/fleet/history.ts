import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A write of a client, from its first try to its acknowledgement. */
export interface Operation {
  /** A client that writes one thing after another. */
  readonly client: string;
  /** What was written: no other operation of its history has the same. */
  readonly value: string;
  /** Milliseconds of one clock. */
  readonly begunAt: number;
  /** Null if it never was. */
  acknowledgedAt: number | null;
}

/** A whole history as a later reader found it. */
export interface Reading {
  readonly at: number;
  readonly values: readonly string[];
}

interface Event {
  readonly at: number;
  readonly type: 'invoke' | 'ok' | 'info';
  readonly process: number;
  readonly f: string;
  readonly value: string;
}

const NANOSECONDS = 1_000_000;

const quote = (value: string): string => JSON.stringify(value);

/** The events in the order of their times, one map of EDN a line. */
const format = (events: readonly Event[]): string =>
  events
    .toSorted((a, b) => a.at - b.at)
    .map(
      ({ at, type, process, f, value }, index) =>
        `{:index ${index}, :type :${type}, :process ${process}, :f :${f}, :value ${value}, :time ${Math.round(at * NANOSECONDS)}}\n`,
    )
    .join('');

interface Form {
  readonly write: { readonly f: string; readonly value: (value: string) => string };
  readonly read: {
    readonly f: string;
    /** Before the read is answered, and afterwards. */
    readonly unknown: string;
    readonly value: (values: readonly string[]) => string;
  };
}

const formatHistory = (
  { write, read }: Form,
  operations: readonly Operation[],
  readings: readonly Reading[],
): string => {
  const last = Math.max(0, ...readings.map(({ at }) => at));
  const clients = [...new Set(operations.map(({ client }) => client))];
  const writes = operations.flatMap((operation): Event[] => {
    const process = clients.indexOf(operation.client);
    const one = { process, f: write.f, value: write.value(operation.value) };
    const invoke: Event = { ...one, at: operation.begunAt, type: 'invoke' };
    const { acknowledgedAt } = operation;
    // What was never acknowledged may have happened.
    return acknowledgedAt === null
      ? [invoke, { ...one, at: last, type: 'info' }]
      : [invoke, { ...one, at: acknowledgedAt, type: 'ok' }];
  });
  const reads = readings.flatMap(({ at, values }, index): Event[] => {
    const process = clients.length + index;
    const one = { at, process, f: read.f };
    return [
      { ...one, type: 'invoke', value: read.unknown },
      { ...one, type: 'ok', value: read.value(values) },
    ];
  });
  return format([...writes, ...reads]);
};

/** For Elle's `list-append`: each message is appended to the channel, and readers read all of it. */
export const formatMessages = (
  operations: readonly Operation[],
  readings: readonly Reading[],
): string =>
  formatHistory(
    {
      write: { f: 'txn', value: (value) => `[[:append :messages ${quote(value)}]]` },
      read: {
        f: 'txn',
        unknown: '[[:r :messages nil]]',
        value: (values) => `[[:r :messages [${values.map(quote).join(' ')}]]]`,
      },
    },
    operations,
    readings,
  );

/** For Jepsen's `set`: each deal and favourite is added, and the database is read at the end. */
export const formatStored = (operations: readonly Operation[], reading: Reading): string =>
  formatHistory(
    {
      write: { f: 'add', value: quote },
      read: {
        f: 'read',
        unknown: 'nil',
        value: (values) => `#{${[...new Set(values)].map(quote).join(' ')}}`,
      },
    },
    operations,
    [reading],
  );

/** Writes `messages.edn` and `stored.edn` into a folder. */
export const writeHistory = async (
  folder: string,
  histories: { readonly messages: string; readonly stored: string },
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(histories))
    await writeFile(path.join(folder, `${name}.edn`), content);
};
