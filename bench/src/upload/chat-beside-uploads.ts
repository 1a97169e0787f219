import { mkdtemp } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import { createChannel, createMembers } from '../chat/chat-data.ts';
import { startLoad } from '../chat/load.ts';
import { startProcess } from '../product-process.ts';
import { sendBody } from './send.ts';
import { startUploading } from './uploading.ts';

const PARALLEL = 20;
const MEMBERS = 1_000;
const MESSAGES_A_SECOND = 10;
const WARM_UP_SECONDS = 2;
const SECONDS = 15;
const MEGABYTES_EACH = 16;
/** MB/s of all uploads together: what comes over a line of a gigabit. */
const LINE_RATE = 119;

/** Sends so many megabytes at a rate (MB/s). */
type Send = (megabytes: number, rate: number) => Promise<unknown>;

/** Keeps so many uploads going until `stop`, which tells how many MB a second came in. */
const keepUploading = (send: Send) => {
  const stopping = new AbortController();
  const run = async (index: number): Promise<number> => {
    let megabytes = 0;
    // Nobody's line brings the pieces of twenty people in the same instant.
    await pause(index);
    while (!stopping.signal.aborted) {
      await send(MEGABYTES_EACH, LINE_RATE / PARALLEL);
      megabytes += MEGABYTES_EACH;
    }
    return megabytes;
  };
  const began = performance.now();
  const sum = async (): Promise<number> => {
    const all = await Promise.all(Array.from({ length: PARALLEL }, (_, index) => run(index)));
    const seconds = (performance.now() - began) / 1000;
    return Math.round(all.reduce((total, each) => total + each, 0) / seconds);
  };
  const summed = sum();
  return {
    stop: (): Promise<number> => {
      stopping.abort();
      return summed;
    },
  };
};

/**
 * Whoever uploads does so from a machine of their own: here they only get the processor time that
 * server, database and members leave. A rate below the line's shows where that is too little.
 */
const yielding = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const before = getPriority();
  setPriority(constants.priority.PRIORITY_LOW);
  try {
    return await work();
  } finally {
    try {
      setPriority(before);
    } catch {
      // Only the system's administrator may take back a priority.
    }
  }
};

interface Server {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly channelId: string;
  readonly send: Send;
}

/** What a message takes to all members while nothing else goes on, and while people upload. */
const measure = async ({ url, tokens: given, channelId, send }: Server) => {
  const load = startLoad(url);
  try {
    const tokens = [...given];
    await load.do('open', { tokens, channelId, version: null });
    const rate = (seconds: number) =>
      load.do('rate', { tokens, channelId, perSecond: MESSAGES_A_SECOND, seconds });
    await rate(WARM_UP_SECONDS);
    const alone = await rate(SECONDS);
    const { measured, uploadMegabytesPerSecond } = await yielding(async () => {
      const uploads = keepUploading(send);
      // Whatever comes of the messages, nobody uploads any more afterwards.
      const [settled] = await Promise.allSettled([rate(SECONDS)]);
      return { measured: settled, uploadMegabytesPerSecond: await uploads.stop() };
    });
    if (measured.status === 'rejected') throw measured.reason;
    const beside = measured.value;
    return {
      alone: { p50Ms: alone.p50Ms, p99Ms: alone.p99Ms, missing: alone.missing },
      beside: { p50Ms: beside.p50Ms, p99Ms: beside.p99Ms, missing: beside.missing },
      uploadMegabytesPerSecond,
      p50ToAlone: Number((beside.p50Ms / alone.p50Ms).toFixed(2)),
      p99ToAlone: Number((beside.p99Ms / alone.p99Ms).toFixed(2)),
    };
  } finally {
    await load.stop();
  }
};

/** One process that is bare `ws` and bare pipes into files: what uploads do to a chat on this machine by themselves. */
const measureBare = async (folder: string) => {
  const bare = await startProcess('bench/src/chat/bare-server.ts', { FOLDER: folder });
  try {
    return await measure({
      url: bare.url,
      tokens: Array.from({ length: MEMBERS }, () => 'anybody'),
      channelId: 'none',
      send: (megabytes, rate) => sendBody(`${bare.url}/pipe`, megabytes, rate),
    });
  } finally {
    await bare.stop();
  }
};

const measureProduct = async (folder: string, databaseUrl: string) => {
  const { product, send } = await startUploading(folder, { DATABASE_URL: databaseUrl });
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const people = await createMembers(pool, MEMBERS);
    const channelId = await createChannel(pool, people);
    return await measure({
      url: product.url,
      tokens: people.map(({ token }) => token),
      channelId,
      send,
    });
  } finally {
    await pool.end();
    await product.stop();
  }
};

/** The chat of 1,000 members alone and beside 20 uploads, of the product and of bare `ws` with bare pipes. */
export const measureChatBesideUploads = async (root: string, say: (line: string) => void) => {
  const postgres = await startEmbeddedPostgres({ directory: path.join(root, 'postgres') });
  try {
    say(`Chat alone, and beside ${PARALLEL} uploads that fill a line of a gigabit …`);
    const ours = await measureProduct(path.join(root, 'chat'), postgres.connectionString);
    say('The same of bare ws with bare pipes …');
    const bare = await measureBare(await mkdtemp(path.join(root, 'bare-')));
    return { uploads: PARALLEL, members: MEMBERS, ours, bare, limitToAlone: 2 };
  } finally {
    await postgres.stop();
  }
};
