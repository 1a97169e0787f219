import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import { createChannel, createMembers } from '../chat/chat-data.ts';
import { startLoad, type Load } from '../chat/load.ts';
import { startProcess } from '../product-process.ts';
import { spread } from '../statistics.ts';
import { recycleFiles } from './recycle.ts';
import type { SendingOrder } from './sending-process.ts';
import { startUploading } from './uploading.ts';

const PARALLEL = 20;
const MEMBERS = 1_000;
const MESSAGES_A_SECOND = 10;
const WARM_UP_SECONDS = 2;
const ROUNDS = 5;
/** Until the first files are complete, and their memory is used again. */
const UPLOADS_WARM_UP_MS = 4_000;
/** Of each measurement of a round. */
const SECONDS = 10;
const MEGABYTES_EACH = 16;
/** MB/s of all uploads together: a gigabit connection. */
const LINE_RATE = 119;
/** The priority of the uploading processes, below the bench's own. */
const YIELDING = constants.priority.PRIORITY_BELOW_NORMAL;

const program = fileURLToPath(new URL('sending-process.ts', import.meta.url));

/**
 * Keeps uploading until `stop`, which returns the MB received per second. Real uploads come from
 * other machines, so here they only get the processor time that server, database and members leave.
 * A rate below the connection's shows that it is not enough.
 */
const keepUploading = (to: Pick<SendingOrder, 'url' | 'form'>) => {
  const order: SendingOrder = {
    ...to,
    parallel: PARALLEL,
    megabytes: MEGABYTES_EACH,
    rate: LINE_RATE,
  };
  const child = fork(program, [JSON.stringify(order)]);
  if (child.pid !== undefined) setPriority(child.pid, getPriority() + YIELDING);
  const notified = once(child, 'message');
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the uploads ended with ${String(code)}`);
  });
  exited.catch(() => {});
  return {
    stop: async (): Promise<number> => {
      if (child.connected) child.send('stop');
      const [rate]: unknown[] = await Promise.race([notified, exited]);
      return Math.round(Number(rate));
    },
  };
};

interface Server {
  readonly url: string;
  readonly tokens: readonly string[];
  readonly channelId: string;
  readonly uploads: Pick<SendingOrder, 'url' | 'form'>;
  /** Where the server stores complete files. */
  readonly files: string;
}

/** The latency of a message to all members, first without and then with concurrent uploads. */
const measureRound = async (load: Load, server: Server) => {
  const tokens = [...server.tokens];
  const { channelId } = server;
  const rate = (seconds: number) =>
    load.do('rate', { tokens, channelId, perSecond: MESSAGES_A_SECOND, seconds });
  // New sockets for each round, because the server closes those that answer no ping.
  await load.do('cut', {});
  await load.do('open', { tokens, channelId, version: null });
  await rate(WARM_UP_SECONDS);
  const alone = await rate(SECONDS);
  const recycling = recycleFiles(server.files);
  const uploads = keepUploading(server.uploads);
  await sleep(UPLOADS_WARM_UP_MS);
  // The uploads are stopped even if the messages fail.
  const [measured] = await Promise.allSettled([rate(SECONDS)]);
  const megabytesPerSecond = await uploads.stop();
  await recycling.stop();
  if (measured.status === 'rejected') throw measured.reason;
  return { alone, beside: measured.value, megabytesPerSecond };
};

type Round = Awaited<ReturnType<typeof measureRound>>;

/** Both in turns, so that other work on the machine disturbs both; medians of the rounds. */
const measure = async (server: Server) => {
  const load = startLoad(server.url);
  try {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(load, server));
    const spreadOf = (of: (round: Round) => number) => spread(rounds.map(of));
    const summary = (of: 'alone' | 'beside') => ({
      p50Ms: spreadOf((round) => round[of].p50Ms),
      p90Ms: spreadOf((round) => round[of].p90Ms),
      p99Ms: spreadOf((round) => round[of].p99Ms),
      missing: spreadOf((round) => round[of].missing).max,
    });
    const toAlone = (of: 'p50Ms' | 'p90Ms' | 'p99Ms') =>
      spreadOf(({ alone, beside }) => beside[of] / alone[of]);
    return {
      rounds: ROUNDS,
      alone: summary('alone'),
      beside: summary('beside'),
      uploadMegabytesPerSecond: spreadOf((round) => round.megabytesPerSecond),
      p50ToAlone: toAlone('p50Ms'),
      p90ToAlone: toAlone('p90Ms'),
      p99ToAlone: toAlone('p99Ms'),
    };
  } finally {
    await load.stop();
  }
};

/**
 * One process with bare `ws` and bare pipes into files: the effect of uploads on a chat on this
 * machine by themselves.
 */
const measureBare = async (folder: string) => {
  const bare = await startProcess('bench/src/chat/bare-server.ts', { FOLDER: folder });
  try {
    return await measure({
      url: bare.url,
      tokens: Array.from({ length: MEMBERS }, () => 'anybody'),
      channelId: 'none',
      uploads: { url: `${bare.url}/pipe`, form: null },
      files: folder,
    });
  } finally {
    await bare.stop();
  }
};

const measureProduct = async (folder: string, databaseUrl: string) => {
  const { product, userId, token } = await startUploading(folder, { DATABASE_URL: databaseUrl });
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const users = await createMembers(pool, MEMBERS);
    const channelId = await createChannel(pool, users);
    return await measure({
      url: product.url,
      tokens: users.map((user) => user.token),
      channelId,
      files: path.join(folder, 'files', 'objects'),
      uploads: {
        url: `${product.url}${CHUNKED_UPLOAD_PATH}`,
        form: {
          fields: { userId, channelId: 'deals', messageId: 'bench' },
          headers: { authorization: `Bearer ${token}` },
        },
      },
    });
  } finally {
    await pool.end();
    await product.stop();
  }
};

/**
 * The chat of 1,000 members alone and with 20 uploads, for the product and for bare `ws` with bare
 * pipes.
 */
export const measureChatBesideUploads = async (root: string, say: (line: string) => void) => {
  const postgres = await startEmbeddedPostgres({ directory: path.join(root, 'postgres') });
  try {
    say(`Chat alone, and beside ${PARALLEL} uploads that fill a line of a gigabit …`);
    const ours = await measureProduct(path.join(root, 'chat'), postgres.connectionString);
    say('The same of bare ws with bare pipes …');
    const bare = await measureBare(await mkdtemp(path.join(root, 'bare-')));
    return { uploads: PARALLEL, members: MEMBERS, ours, bare, limitToAlone: 1.5 };
  } finally {
    await postgres.stop();
  }
};
