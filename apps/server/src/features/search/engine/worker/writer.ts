import { parentPort, workerData } from 'node:worker_threads';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { type Clock, systemClock } from '#platform/clock.ts';
import { openDatabase, STATEMENT_LIMIT_MS } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { inBuilderThreads } from './builder-threads.ts';
import { IndexFeeds } from './index-feed.ts';
import {
  type Report,
  type Request,
  requestSchema,
  writeReport,
  writerOptionsSchema,
} from './messages.ts';
import { respond } from './respond.ts';
import { messageOf } from '#platform/message-of.ts';
import { createInterruptibleWait } from '../interruptible-wait.ts';
import type { DealIndex } from '../index/deal-index.ts';
import {
  PositionLostError,
  Replica,
  type LoadOptions,
  type ReplicaOptions,
} from '../replica/replica.ts';
import { SnapshotStore } from './snapshot-store.ts';

/** Milliseconds between polls for changes without a notification. */
const POLL_INTERVAL = 250;
/** Milliseconds between two attempts while the database is unavailable. */
const RETRY_INTERVAL = 500;
/** Milliseconds of merging before queries get a turn. */
const MERGE_SLICE = 2;
/** Milliseconds left to queries afterwards if there were any. */
const MERGE_REST = 4;
/**
 * With more segments than this they are merged while changes still arrive, because each search
 * reads every segment.
 */
const MANY_SEGMENTS = 128;

interface IndexHostOptions extends Required<Pick<LoadOptions, 'database' | 'builders'>> {
  /** The folder of the snapshot. */
  readonly directory: string;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
}

/** Loads the index, keeps it and its snapshot up to date, and serves requests from it. */
class IndexHost {
  readonly #options: IndexHostOptions;
  readonly #snapshots: SnapshotStore;
  readonly #waiting = createInterruptibleWait();
  readonly #feeds = new IndexFeeds();
  #index: DealIndex | null = null;
  #isClosing = false;
  #isMerging = false;
  /** Changes are being applied; merging is not urgent and waits. */
  #isFollowing = false;
  /** A request arrived since the last merge step. */
  #isAsked = false;
  #isBehind = false;
  /** Another thread has notified this one of the changes. */
  #isNotified = false;

  constructor(options: IndexHostOptions) {
    const { directory, clock, report } = options;
    this.#options = options;
    this.#snapshots = new SnapshotStore({
      directory,
      clock,
      onUnusable: (error) => report({ kind: 'snapshot_unusable', message: messageOf(error) }),
      onFailure: (error) => report({ kind: 'snapshot_failed', message: messageOf(error) }),
    });
  }

  handle(request: Request): void {
    switch (request.kind) {
      case 'search':
      case 'suggest':
        this.#isAsked = true;
        this.#options.report(respond(this.#index, request));
        break;
      case 'connect':
        this.#feeds.connect(request.port);
        break;
      case 'wake':
        this.#waiting.interrupt();
        break;
      case 'close':
        this.#isClosing = true;
        this.#waiting.interrupt();
        break;
    }
  }

  /** Works until it is closed. */
  async run(): Promise<void> {
    let replica = await this.#untilDone(() => this.#start());
    if (replica !== null) {
      while (!this.#isClosing) {
        const current: Replica = replica;
        replica = (await this.#untilDone(() => this.#follow(current))) ?? current;
        this.#isNotified = await this.#pause(POLL_INTERVAL);
      }
      await this.#snapshots.close(replica);
    }
    this.#options.report({ kind: 'closed' });
  }

  /** Null if the host was closed meanwhile. */
  async #start(): Promise<Replica | null> {
    const snapshot = await this.#snapshots.read();
    if (snapshot === null) return this.#load();
    const replica = Replica.resume(snapshot.index, snapshot.position, this.#source());
    try {
      const changes = await replica.follow();
      await this.#serve(replica);
      this.#snapshots.note(replica, changes);
      return replica;
    } catch (error) {
      return this.#loadIfLost(error);
    }
  }

  #source(): ReplicaOptions {
    const { database, report } = this.#options;
    return {
      database,
      onApplied: () => {
        const isNotified = this.#isNotified;
        void this.#sendToReaders().then(() => report({ kind: 'changed', isNotified }));
      },
    };
  }

  /** Resolves when all threads search the index as it is now. */
  async #sendToReaders(): Promise<void> {
    if (this.#index !== null) await this.#feeds.send(this.#index);
  }

  /** Reads all deals; a former index serves meanwhile. Null if the host was closed meanwhile. */
  async #load(): Promise<Replica | null> {
    const { builders, report } = this.#options;
    const options = { ...this.#source(), builders };
    const replica = await Replica.load(options, (done, expected) => {
      report({ kind: 'loading', done, expected });
      return !this.#isClosing;
    });
    if (replica === null) return null;
    await replica.follow();
    await this.#serve(replica);
    this.#snapshots.write(replica);
    return replica;
  }

  #loadIfLost(error: unknown): Promise<Replica | null> {
    if (!(error instanceof PositionLostError)) throw error;
    this.#options.report({ kind: 'snapshot_unusable', message: error.message });
    return this.#load();
  }

  async #serve(replica: Replica): Promise<void> {
    replica.index.prepare();
    this.#index = replica.index;
    await this.#sendToReaders();
    this.#mergeInBackground(replica.index);
    this.#options.report({ kind: 'ready', deals: replica.index.size });
    this.#reportPosition(replica);
  }

  #reportPosition({ index, position: { snapshot } }: Replica): void {
    this.#options.report({ kind: 'followed', snapshot, deals: index.size });
  }

  /** Returns the replica to follow from now on; null if the host was closed meanwhile. */
  async #follow(replica: Replica): Promise<Replica | null> {
    this.#isFollowing = true;
    try {
      const changes = await replica.follow();
      if (changes > 0) this.#mergeInBackground(replica.index);
      this.#snapshots.note(replica, changes);
      await this.#sendToReaders();
      this.#reportPosition(replica);
      return replica;
    } catch (error) {
      return await this.#loadIfLost(error);
    } finally {
      this.#isFollowing = false;
    }
  }

  /** Retries while the database is unavailable; null if the host was closed meanwhile. */
  async #untilDone<Result>(work: () => Promise<Result>): Promise<Result | null> {
    while (!this.#isClosing) {
      try {
        const result = await work();
        if (this.#isBehind) this.#options.report({ kind: 'following' });
        this.#isBehind = false;
        return result;
      } catch (error) {
        if (!this.#isBehind) this.#options.report({ kind: 'behind', message: messageOf(error) });
        this.#isBehind = true;
        await this.#pause(RETRY_INTERVAL);
      }
    }
    return null;
  }

  /** Returns whether the pause was cut short. */
  async #pause(milliseconds: number): Promise<boolean> {
    return !this.#isClosing && (await this.#waiting.wait(milliseconds));
  }

  #mergeInBackground(index: DealIndex): void {
    if (this.#isMerging) return;
    this.#isMerging = true;
    const step = (): void => {
      if (this.#isFollowing && index.segments.length < MANY_SEGMENTS) {
        setTimeout(step, MERGE_REST);
        return;
      }
      const { segments } = index;
      this.#isMerging = !this.#isClosing && index.mergeStep(MERGE_SLICE);
      if (index.segments !== segments) void this.#sendToReaders();
      if (this.#isMerging) setTimeout(step, this.#isAsked ? MERGE_REST : 0);
      this.#isAsked = false;
    };
    setImmediate(step);
  }
}

if (parentPort === null) throw new Error('This file is the body of a worker thread.');
const port = parentPort;

const { connectionString, directory, builders } = expectShape(writerOptionsSchema, workerData);
const handle = openDatabase<Schema>({
  connectionString,
  maxConnections: 1,
  statementLimit: STATEMENT_LIMIT_MS,
});
const host = new IndexHost({
  database: handle.database,
  builders: inBuilderThreads({ connectionString, most: builders }),
  directory,
  clock: systemClock,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  report: (report) => port.postMessage(writeReport(report)),
});
port.on('message', (message) => host.handle(expectShape(requestSchema, message)));

await host.run();
await handle.close();
port.close();
