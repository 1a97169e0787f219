import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import { createChannel, createMembers } from '../chat/chat-data.ts';
import { startLoad } from '../chat/load.ts';
import { startProcess } from '../product-process.ts';
import type { SendingOrder } from './sending-process.ts';
import { startUploading } from './uploading.ts';

const PARALLEL = 20;
const MEMBERS = 1_000;
const MESSAGES_A_SECOND = 10;
const WARM_UP_SECONDS = 2;
const SECONDS = 15;
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
}

/** The latency of a message to all members, without and with concurrent uploads. */
const measure = async ({ url, tokens: given, channelId, uploads: to }: Server) => {
  const load = startLoad(url);
  try {
    const tokens = [...given];
    await load.do('open', { tokens, channelId, version: null });
    const rate = (seconds: number) =>
      load.do('rate', { tokens, channelId, perSecond: MESSAGES_A_SECOND, seconds });
    await rate(WARM_UP_SECONDS);
    const alone = await rate(SECONDS);
    const uploads = keepUploading(to);
    // The uploads are stopped even if the messages fail.
    const [measured] = await Promise.allSettled([rate(SECONDS)]);
    const uploadMegabytesPerSecond = await uploads.stop();
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
    return { uploads: PARALLEL, members: MEMBERS, ours, bare, limitToAlone: 2 };
  } finally {
    await postgres.stop();
  }
};
