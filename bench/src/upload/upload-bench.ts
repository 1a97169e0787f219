import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Bench } from '../bench.ts';
import { startProcess, type ProductProcess } from '../product-process.ts';
import { spread } from '../statistics.ts';
import { measureChatBesideUploads } from './chat-beside-uploads.ts';
import { measureCut } from './cut.ts';
import { sendBody, sendForm, sendTus, type Sent } from './send.ts';
import { startUploading, type Uploading } from './uploading.ts';
import { makeTemporaryFolder } from '../../../scripts/clean-up.ts';

const PARALLEL = 20;
const environmentSchema = z.object({
  S3_ENDPOINT: z.string(),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
});
type S3Environment = z.infer<typeof environmentSchema> & { readonly S3_BUCKET: string };

/** The S3 service of TEST_S3_*; null without one. */
const makeBucket = async (): Promise<S3Environment | null> => {
  const parsed = environmentSchema.safeParse({
    S3_ENDPOINT: process.env['TEST_S3_ENDPOINT'],
    S3_ACCESS_KEY_ID: process.env['TEST_S3_ACCESS_KEY'],
    S3_SECRET_ACCESS_KEY: process.env['TEST_S3_SECRET_KEY'],
  });
  if (!parsed.success) return null;
  const given = parsed.data;
  const bucket = `bench-${randomBytes(6).toString('hex')}`;
  const client = new S3Client({
    endpoint: given.S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: given.S3_ACCESS_KEY_ID,
      secretAccessKey: given.S3_SECRET_ACCESS_KEY,
    },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { ...given, S3_BUCKET: bucket };
};

const emptyFolder = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
};

/**
 * Makes the system free memory for a file of that size. If it had to while a contender writes, the
 * file would take twice the processor time, so the previous contender would affect the result.
 */
const findMemory = async (folder: string, megabytes: number): Promise<void> => {
  const file = path.join(folder, 'memory');
  const block = Buffer.alloc(1024 ** 2);
  const handle = await open(file, 'w');
  for (let written = 0; written < megabytes; written += 1) await handle.write(block);
  await handle.sync();
  await handle.close();
  await rm(file);
};

type Contender = (megabytes: number) => Promise<Sent>;

/** Alternates contenders round by round, so that a disturbance affects all. */
const compare = async (
  contenders: Readonly<Record<string, Contender>>,
  megabytes: number,
  rounds: number,
  beforeEach: () => Promise<void>,
): Promise<Record<string, ReturnType<typeof spread>>> => {
  const rates: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, send] of Object.entries(contenders)) {
      await beforeEach();
      const { seconds } = await send(megabytes);
      (rates[name] ??= []).push(megabytes / seconds);
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, spread(values)]));
};

/** How much the memory of a process grows during work, compared with rest, in MB. */
const watchMemory = async <Result>(
  product: ProductProcess,
  atRest: number,
  work: () => Promise<Result>,
): Promise<{ growthMegabytes: number; result: Result }> => {
  let peak = atRest;
  const look = async (): Promise<void> => {
    peak = Math.max(peak, (await product.residentMegabytes()) ?? 0);
  };
  const timer = setInterval(() => {
    void look();
  }, 50);
  try {
    const result = await work();
    return { growthMegabytes: peak - atRest, result };
  } finally {
    clearInterval(timer);
  }
};

/**
 * The fairness of uploads that begin together: the slowest one's time divided by the fastest one's.
 */
const measureFairness = async ({ product, send }: Uploading, megabytes: number, atRest: number) => {
  const each = Math.max(1, Math.floor(megabytes / PARALLEL));
  const { growthMegabytes, result } = await watchMemory(product, atRest, () =>
    Promise.all(Array.from({ length: PARALLEL }, () => send(each))),
  );
  const times = result.map(({ seconds }) => seconds);
  return {
    uploads: PARALLEL,
    megabytesEach: each,
    slowestByFastest: Number((Math.max(...times) / Math.min(...times)).toFixed(2)),
    memoryGrowthMegabytes: growthMegabytes,
  };
};

const ratio = (of: { median: number } | undefined, to: { median: number } | undefined): number =>
  Number(((of?.median ?? 0) / (to?.median ?? 1)).toFixed(2));

/** A process's processor time per GiB, together with the rate. */
const withCpu =
  (
    process: ProductProcess,
    send: Contender,
    notified: Record<string, number[]>,
    name: string,
  ): Contender =>
  async (megabytes) => {
    const before = (await process.cpuSeconds()) ?? 0;
    const sent = await send(megabytes);
    const seconds = ((await process.cpuSeconds()) ?? 0) - before;
    (notified[name] ??= []).push((seconds * 1024) / megabytes);
    return sent;
  };

/** The spread of each contender's values. */
const spreads = (notified: Readonly<Record<string, number[]>>) =>
  Object.fromEntries(Object.entries(notified).map(([name, values]) => [name, spread(values)]));

const measureFolder = async (
  root: string,
  megabytes: number,
  rounds: number,
  say: (line: string) => void,
) => {
  const peerFolder = await mkdtemp(path.join(root, 'peer-'));
  const peer = await startProcess('bench/src/upload/peer-server.ts', { FOLDER: peerFolder });
  const productFolder = await mkdtemp(path.join(root, 'product-'));
  const uploading = await startUploading(productFolder, {});
  try {
    // Warms up, so that all code is compiled before the measurement.
    await uploading.send(64);
    await sendBody(`${peer.url}/pipe`, 64);
    await sendTus(`${peer.url}/tus`, 64);
    say('Memory …');
    // After code is compiled and before buffers are kept, so that later memory counts as growth.
    const atRest = (await uploading.product.residentMegabytes()) ?? 0;
    const memory = await watchMemory(uploading.product, atRest, () => uploading.send(megabytes));
    say('Into the folder, beside a bare pipe and tus …');
    const emptyFolders = async (): Promise<void> => {
      await emptyFolder(peerFolder);
      await emptyFolder(path.join(productFolder, 'files', 'objects'));
      await findMemory(root, megabytes);
    };
    const cpu: Record<string, number[]> = {};
    const byPeer = (name: string, send: Contender) => withCpu(peer, send, cpu, name);
    const rates = await compare(
      {
        chunked: withCpu(uploading.product, uploading.send, cpu, 'chunked'),
        pipe: byPeer('pipe', (size) => sendBody(`${peer.url}/pipe`, size)),
        pipeUnflushed: byPeer('pipeUnflushed', (size) =>
          sendBody(`${peer.url}/pipe-unflushed`, size),
        ),
        tus: byPeer('tus', (size) => sendTus(`${peer.url}/tus`, size)),
        tusUnflushed: byPeer('tusUnflushed', (size) => sendTus(`${peer.url}/unflushed-tus`, size)),
      },
      megabytes,
      rounds,
      emptyFolders,
    );
    say(`${PARALLEL} at once …`);
    return {
      megabytesPerSecond: rates,
      toBarePipe: ratio(rates['chunked'], rates['pipe']),
      toTus: ratio(rates['chunked'], rates['tus']),
      toTusUnflushed: ratio(rates['chunked'], rates['tusUnflushed']),
      cpuSecondsPerGibibyte: spreads(cpu),
      memoryGrowthMegabytes: memory.growthMegabytes,
      parallel: await measureFairness(uploading, megabytes, atRest),
    };
  } finally {
    await peer.stop();
    await uploading.product.stop();
  }
};

const bareForm = { fields: {}, headers: {} };

/** Forms into an S3 service, by the product and by lib-storage. */
const measureS3 = async (
  root: string,
  bucket: S3Environment,
  megabytes: number,
  rounds: number,
) => {
  const peer = await startProcess('bench/src/upload/peer-server.ts', bucket);
  const uploading = await startUploading(await mkdtemp(path.join(root, 'product-')), bucket);
  try {
    await uploading.send(64);
    await sendForm(`${peer.url}/lib-storage`, 64, bareForm);
    const atRest = (await uploading.product.residentMegabytes()) ?? 0;
    const memory = await watchMemory(uploading.product, atRest, () => uploading.send(megabytes));
    const cpu: Record<string, number[]> = {};
    const toPeer: Contender = (size) => sendForm(`${peer.url}/lib-storage`, size, bareForm);
    const rates = await compare(
      {
        chunked: withCpu(uploading.product, uploading.send, cpu, 'chunked'),
        libStorage: withCpu(peer, toPeer, cpu, 'libStorage'),
      },
      megabytes,
      rounds,
      async () => {},
    );
    return {
      megabytesPerSecond: rates,
      toLibStorage: ratio(rates['chunked'], rates['libStorage']),
      cpuSecondsPerGibibyte: spreads(cpu),
      memoryGrowthMegabytes: memory.growthMegabytes,
      parallel: await measureFairness(uploading, megabytes, atRest),
    };
  } finally {
    await peer.stop();
    await uploading.product.stop();
  }
};

const measureBucket = async (
  root: string,
  megabytes: number,
  rounds: number,
  say: (line: string) => void,
) => {
  const bucket = await makeBucket();
  if (bucket === null) {
    say('Set TEST_S3_ENDPOINT, _ACCESS_KEY and _SECRET_KEY to measure S3.');
    return null;
  }
  say('Into the bucket, beside lib-storage …');
  return measureS3(root, bucket, megabytes, rounds);
};

/** Like a bucket, but with a service that only receives, so that this side alone is measured. */
const measureSink = async (
  root: string,
  checks: 'crc32' | 'none',
  megabytes: number,
  rounds: number,
) => {
  const sink = await startProcess('bench/src/upload/s3-sink.ts', { CHECKS: checks });
  try {
    const bucket = {
      S3_ENDPOINT: sink.url,
      S3_ACCESS_KEY_ID: 'any',
      S3_SECRET_ACCESS_KEY: 'any',
      S3_BUCKET: 'sink',
    };
    return await measureS3(root, bucket, megabytes, rounds);
  } finally {
    await sink.stop();
  }
};

/** Into a service that compares checksums, and into an older one, which accepts digests only. */
const measureSinks = async (
  root: string,
  megabytes: number,
  rounds: number,
  say: (line: string) => void,
) => {
  say('Into a sink that speaks S3 and compares checksums, beside lib-storage …');
  const comparing = await measureSink(root, 'crc32', megabytes, rounds);
  say('Into one that does not …');
  return { comparing, notComparing: await measureSink(root, 'none', megabytes, rounds) };
};

export const uploadBench: Bench = {
  summary:
    'MB/s of the chunked call into a folder and (TEST_S3_*) a bucket, beside a bare pipe, tus and lib-storage; a cut; chat meanwhile; --size is megabytes, --only folder, bucket, sink, cut or chat',
  async run({ size = 1024, runs = 3, only, say }) {
    const root = await makeTemporaryFolder('izgodno-upload-bench-');
    const parts: Readonly<Record<string, () => Promise<unknown>>> = {
      folder: () => measureFolder(root, size, runs, say),
      bucket: () => measureBucket(root, size, runs, say),
      sink: () => measureSinks(root, size, runs, say),
      cut: () => measureCut(root, say),
      chat: () => measureChatBesideUploads(root, say),
    };
    try {
      const result: Record<string, unknown> = { megabytes: size };
      for (const [name, measure] of Object.entries(parts)) {
        if (only === undefined || only === name) result[name] = await measure();
      }
      return result;
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};
