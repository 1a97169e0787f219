import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { login } from '@izgodno/contract/session/calls';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import type { Bench } from '../bench.ts';
import { startProcess, type ProductProcess } from '../product-process.ts';
import { spread } from '../statistics.ts';
import { sendBody, sendForm, sendTus, type Sent } from './send.ts';

const PARALLEL = 20;
const environmentSchema = z.object({
  S3_ENDPOINT: z.string(),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
});
type S3Environment = z.infer<typeof environmentSchema> & { readonly S3_BUCKET: string };

/** The S3 service that TEST_S3_* name; null without one. */
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

interface Uploading {
  readonly product: ProductProcess;
  readonly send: (megabytes: number) => Promise<Sent>;
}

const post = async (url: string, body: object): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
};

/** The product with a person signed in, who uploads. */
const startUploading = async (
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Uploading> => {
  const product = await startProcess('apps/server/src/main.ts', {
    PORT: '0',
    DATA_DIR: folder,
    DEMO_DATA: 'off',
    UPLOAD_MAX_FILE_SIZE: '8GB',
    UPLOAD_QUOTA: '0',
    ...environment,
  });
  const person = { email: 'bench@izgodno.example', password: 'zebra-lamp-4217' };
  await post(`${product.url}/api/auth/register`, { name: 'Bench', ...person });
  const { accessToken, user } = login.response.parse(
    await post(`${product.url}/api/auth/login`, person),
  );
  return {
    product,
    send: (megabytes) =>
      sendForm(
        `${product.url}${CHUNKED_UPLOAD_PATH}`,
        megabytes,
        { userId: user.id, channelId: 'deals', messageId: 'bench', uploadId: randomUUID() },
        { authorization: `Bearer ${accessToken}` },
      ),
  };
};

const emptyFolder = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
};

type Contender = (megabytes: number) => Promise<Sent>;

/** Each in turn, round by round, so that what disturbs one disturbs all. */
const compare = async (
  contenders: Readonly<Record<string, Contender>>,
  megabytes: number,
  rounds: number,
  afterEach: () => Promise<void>,
): Promise<Record<string, ReturnType<typeof spread>>> => {
  const rates: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, send] of Object.entries(contenders)) {
      const { seconds } = await send(megabytes);
      (rates[name] ??= []).push(megabytes / seconds);
      await afterEach();
    }
  }
  return Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, spread(values)]));
};

/** The most memory that a process takes while work goes on, in MB. */
const watchMemory = async <Result>(
  product: ProductProcess,
  work: () => Promise<Result>,
): Promise<{ growthMegabytes: number; result: Result }> => {
  const before = (await product.residentMegabytes()) ?? 0;
  let peak = before;
  const look = async (): Promise<void> => {
    peak = Math.max(peak, (await product.residentMegabytes()) ?? 0);
  };
  const timer = setInterval(() => {
    void look();
  }, 50);
  try {
    const result = await work();
    return { growthMegabytes: peak - before, result };
  } finally {
    clearInterval(timer);
  }
};

/** How alike uploads fare that begin together: the slowest one's time by the fastest one's. */
const measureFairness = async ({ product, send }: Uploading, megabytes: number) => {
  const each = Math.max(1, Math.floor(megabytes / PARALLEL));
  const { growthMegabytes, result } = await watchMemory(product, () =>
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

const measureFolder = async (
  root: string,
  megabytes: number,
  rounds: number,
  say: (line: string) => void,
) => {
  const peerFolder = await mkdtemp(path.join(root, 'peer-'));
  const peer = await startProcess('bench/src/upload/peer-server.ts', { FOLDER: peerFolder });
  const uploading = await startUploading(await mkdtemp(path.join(root, 'product-')), {});
  try {
    // The code of all is compiled before it counts.
    await uploading.send(64);
    await sendBody(`${peer.url}/pipe`, 64);
    await sendTus(`${peer.url}/tus`, 64);
    say('Memory …');
    const memory = await watchMemory(uploading.product, () => uploading.send(megabytes));
    say('Into the folder, beside a bare pipe and tus …');
    const rates = await compare(
      {
        chunked: uploading.send,
        pipe: (size) => sendBody(`${peer.url}/pipe`, size),
        pipeUnflushed: (size) => sendBody(`${peer.url}/pipe-unflushed`, size),
        tus: (size) => sendTus(`${peer.url}/tus`, size),
        tusUnflushed: (size) => sendTus(`${peer.url}/unflushed-tus`, size),
      },
      megabytes,
      rounds,
      () => emptyFolder(peerFolder),
    );
    say(`${PARALLEL} at once …`);
    return {
      megabytesPerSecond: rates,
      toBarePipe: ratio(rates['chunked'], rates['pipe']),
      toTus: ratio(rates['chunked'], rates['tus']),
      toTusUnflushed: ratio(rates['chunked'], rates['tusUnflushed']),
      memoryGrowthMegabytes: memory.growthMegabytes,
      parallel: await measureFairness(uploading, megabytes),
    };
  } finally {
    await peer.stop();
    await uploading.product.stop();
  }
};

const measureBucket = async (
  root: string,
  bucket: S3Environment,
  megabytes: number,
  rounds: number,
  say: (line: string) => void,
) => {
  const peer = await startProcess('bench/src/upload/peer-server.ts', bucket);
  const uploading = await startUploading(await mkdtemp(path.join(root, 'product-')), bucket);
  try {
    await uploading.send(32);
    await sendForm(`${peer.url}/lib-storage`, 32, {}, {});
    say('Into the bucket, beside lib-storage …');
    const memory = await watchMemory(uploading.product, () => uploading.send(megabytes));
    const rates = await compare(
      {
        chunked: uploading.send,
        libStorage: (size) => sendForm(`${peer.url}/lib-storage`, size, {}, {}),
      },
      megabytes,
      rounds,
      async () => {},
    );
    return {
      megabytesPerSecond: rates,
      toLibStorage: ratio(rates['chunked'], rates['libStorage']),
      memoryGrowthMegabytes: memory.growthMegabytes,
      parallel: await measureFairness(uploading, megabytes),
    };
  } finally {
    await peer.stop();
    await uploading.product.stop();
  }
};

export const uploadBench: Bench = {
  summary:
    'MB/s of the chunked call into a folder and (TEST_S3_*) a bucket, beside a bare pipe, tus and lib-storage; --size is megabytes',
  async run({ size = 1024, runs = 3, say }) {
    const root = await mkdtemp(path.join(tmpdir(), 'izgodno-upload-bench-'));
    try {
      const folder = await measureFolder(root, size, runs, say);
      const bucket = await makeBucket();
      if (bucket === null) say('Set TEST_S3_ENDPOINT, _ACCESS_KEY and _SECRET_KEY to measure S3.');
      return {
        megabytes: size,
        folder,
        bucket: bucket === null ? null : await measureBucket(root, bucket, size, runs, say),
      };
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};
