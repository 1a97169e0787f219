import { afterEach } from 'vitest';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import type {
  ConnectorContext,
  ConnectorKind,
  Cursor,
  RejectionReason,
  UnseenDeal,
} from '#features/sources/pipeline/connector.ts';
import type { MappedDeal } from '#features/deals/bulk/mapped-deal.ts';
import { ImportError } from '#features/sources/pipeline/import-error.ts';
import { importLimits, type ImportLimits } from '#features/sources/pipeline/import-limits.ts';
import { createSourceNetwork } from '#features/sources/politeness/polite-http.ts';
import type { Timing } from '#features/sources/politeness/timing.ts';
import {
  createReadingValidators,
  type Validators,
} from '#features/sources/politeness/validators.ts';
import type { SourceHttp } from '#features/sources/source-http.ts';
import type { ReplayServer } from './replay/replay-server.ts';

/** Saturday, as the test vectors have it. */
export const NOW = Date.UTC(2026, 10, 21, 10);

export interface FakeTime {
  readonly timing: Timing;
  readonly now: () => number;
  /** Milliseconds slept since the beginning. */
  readonly slept: number;
}

/** A clock that advances only by sleeps. */
export const createFakeTime = (): FakeTime => {
  let now = NOW;
  return {
    now: () => now,
    timing: {
      clock: { now: () => now },
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        now += ms;
      },
      random: () => 0.5,
    },
    get slept() {
      return now - NOW;
    },
  };
};

/** The connectors' HTTP client for replay servers, as polite as in the product. */
export const createTestHttp = (
  timing: Timing,
  stored: ReadonlyMap<string, Validators> = new Map(),
  signal: AbortSignal = new AbortController().signal,
) => {
  const validators = createReadingValidators(stored);
  const network = createSourceNetwork({
    guard: createIpGuard({ allow: ['127.0.0.1'] }),
    contact: 'https://izgodno.example',
    timing,
  });
  const http: SourceHttp = network.forReading({ validators, signal });
  return { http, noted: validators.noted };
};

const credentials: Readonly<Record<string, string>> = {
  PROFITSHARE_USER: 'demo_user',
  PROFITSHARE_KEY: 'demo_key',
  TRAVELPAYOUTS_TOKEN: 'demo_token',
};

export interface ReadOptions {
  readonly time: FakeTime;
  /** How far the connector's clock is ahead, in milliseconds. */
  readonly skew?: number;
  readonly cursor?: Cursor | null;
  readonly since?: number | null;
  readonly unseen?: readonly string[];
  /** The deals of any part that the reading has not seen. */
  readonly unseenOfPart?: readonly UnseenDeal[];
  readonly knownLinks?: ReadonlyMap<string, string>;
  readonly stored?: ReadonlyMap<string, Validators>;
  readonly limits?: Partial<ImportLimits>;
  readonly credentials?: Readonly<Record<string, string>>;
}

export interface Reading {
  readonly deals: readonly MappedDeal[];
  readonly rejected: readonly {
    readonly row: number;
    readonly id: string | null;
    readonly reason: RejectionReason;
    readonly detail: string;
  }[];
  readonly cursors: readonly Cursor[];
  readonly unchanged: boolean;
  /** The parts that could not be read, with the reasons. */
  readonly failedParts: ReadonlyMap<string, string>;
  /** The cursor that the next reading begins with. */
  readonly remainder: Cursor | null;
  readonly noted: ReadonlyMap<string, Validators>;
  /** The error that ended the reading; null for a complete one. */
  readonly error: ImportError | null;
}

/** Reads a source to its end, or to an error. */
export const readSource = async <Config>(
  kind: ConnectorKind<Config>,
  config: unknown,
  options: ReadOptions,
): Promise<Reading> => {
  const {
    time,
    skew = 0,
    unseen = [],
    unseenOfPart = [],
    knownLinks = new Map<string, string>(),
  } = options;
  const { http, noted } = createTestHttp(time.timing, options.stored);
  const known = options.credentials ?? credentials;
  const context: ConnectorContext = {
    http,
    clock: { now: () => time.now() + skew },
    cursor: options.cursor ?? null,
    since: options.since ?? null,
    signal: new AbortController().signal,
    limits: { ...importLimits, ...options.limits },
    longestUnseen: async (limit) => unseen.slice(0, limit),
    unseenOf: async (_part, limit) => unseenOfPart.slice(0, limit),
    knownLinks: async (ids) =>
      new Map(ids.flatMap((id) => (knownLinks.has(id) ? [[id, knownLinks.get(id) ?? '']] : []))),
    credential(name) {
      const value = known[name];
      if (value === undefined) throw new ImportError('CREDENTIAL_MISSING', `${name} is not set.`);
      return value;
    },
  };
  const connector = kind.open(kind.config.parse(config), context);
  const deals: MappedDeal[] = [];
  const rejected: Reading['rejected'][number][] = [];
  const cursors: Cursor[] = [];
  let error: ImportError | null = null;
  try {
    for await (const batch of connector.records()) {
      for (const record of batch.records) {
        if ('deal' in record) deals.push(record.deal);
        else rejected.push({ row: record.row, id: record.externalId, ...record.rejection });
      }
      if (batch.cursor !== undefined) cursors.push(batch.cursor);
    }
  } catch (thrown) {
    if (!(thrown instanceof ImportError)) throw thrown;
    error = thrown;
  }
  const unchanged = connector.isUnchanged();
  const failedParts = connector.failedParts?.() ?? new Map<string, string>();
  const remainder = connector.remainder?.() ?? null;
  return { deals, rejected, cursors, unchanged, failedParts, remainder, noted, error };
};

/** Closes replay servers with the test that started them. */
export const useReplay = () => {
  const servers: ReplayServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  return async <Replay extends { readonly server: ReplayServer }>(
    starting: Promise<Replay>,
  ): Promise<Replay> => {
    const replay = await starting;
    servers.push(replay.server);
    return replay;
  };
};

/** The expected outcome of a record: a deal like this, or a rejection with this reason. */
export const outcome = (expected: object | string): object =>
  typeof expected === 'string' ? { reason: expected } : expected;
