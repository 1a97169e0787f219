import path from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import { createChannel, createMembers } from '../chat/chat-data.ts';
import { startLoad } from '../chat/load.ts';
import { startUploading, type Uploading } from './uploading.ts';

const PARALLEL = 20;
const MEMBERS = 1_000;
const MESSAGES_A_SECOND = 10;
const SECONDS = 10;
const MEGABYTES_EACH = 16;
/** MB/s of all uploads together: what comes over a line of a gigabit. */
const LINE_RATE = 119;

/** Keeps so many uploads going until `stop`, which tells how many MB a second came in. */
const keepUploading = ({ send }: Uploading) => {
  const stopping = new AbortController();
  const run = async (): Promise<number> => {
    let megabytes = 0;
    while (!stopping.signal.aborted) {
      await send(MEGABYTES_EACH, LINE_RATE / PARALLEL);
      megabytes += MEGABYTES_EACH;
    }
    return megabytes;
  };
  const began = performance.now();
  const sum = async (): Promise<number> => {
    const all = await Promise.all(Array.from({ length: PARALLEL }, run));
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

/** What a message takes to 1,000 members while nothing else goes on, and while 20 people upload. */
export const measureChatBesideUploads = async (root: string, say: (line: string) => void) => {
  const postgres = await startEmbeddedPostgres({ directory: path.join(root, 'postgres') });
  const pool = new Pool({ connectionString: postgres.connectionString, max: 2 });
  try {
    const uploading = await startUploading(path.join(root, 'chat'), {
      DATABASE_URL: postgres.connectionString,
    });
    const load = startLoad(uploading.product.url);
    try {
      const people = await createMembers(pool, MEMBERS);
      const channelId = await createChannel(pool, people);
      const tokens = people.map(({ token }) => token);
      await load.do('open', { tokens, channelId, version: null });
      const measure = (seconds = SECONDS) =>
        load.do('rate', { tokens, channelId, perSecond: MESSAGES_A_SECOND, seconds });
      await measure(2);
      say('Chat alone …');
      const alone = await measure();
      say(`Beside ${PARALLEL} uploads that fill a line of a gigabit …`);
      const uploads = keepUploading(uploading);
      // Whatever comes of the messages, nobody uploads any more afterwards.
      const [measured] = await Promise.allSettled([measure()]);
      const uploadMegabytesPerSecond = await uploads.stop();
      if (measured.status === 'rejected') throw measured.reason;
      const beside = measured.value;
      return {
        uploads: PARALLEL,
        members: MEMBERS,
        alone: { p50Ms: alone.p50Ms, p99Ms: alone.p99Ms, missing: alone.missing },
        beside: {
          p50Ms: beside.p50Ms,
          p99Ms: beside.p99Ms,
          missing: beside.missing,
          uploadMegabytesPerSecond,
        },
        p50ToAlone: Number((beside.p50Ms / alone.p50Ms).toFixed(2)),
        p99ToAlone: Number((beside.p99Ms / alone.p99Ms).toFixed(2)),
        limitToAlone: 2,
      };
    } finally {
      await load.stop();
      await uploading.product.stop();
    }
  } finally {
    await pool.end();
    await postgres.stop();
  }
};
