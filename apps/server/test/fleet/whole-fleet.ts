import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { s3ClientConfig } from '#platform/object-store/s3-store.ts';
import { unmountBelow } from '../../../../scripts/remove-left-over.ts';
import { freePort } from '../free-port.ts';
import type { S3Server } from '../services/s3-server.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import { startDatabaseCluster, type DatabaseCluster } from './database-cluster.ts';
import { openNodeClock, type NodeClock } from './node-clock.ts';
import { PRESENT, requireReady, startNode, type NodeProcess } from './node-process.ts';
import { startCaddy } from './start-caddy.ts';
import { openWay, startPart, waitFor, type Part, type Way } from './parts.ts';

const NODES = 3;
const MOST_STARTS = 5;
/** Characters of what a node printed last. */
const OUTPUT_TAIL = 4_000;
/** Megabytes; the data and the log of a node take some 30. */
const NODE_DISK = 192;
const BUCKET = 'izgodno-fleet';

/** A place of a node, which keeps its port and its folder when the node is replaced. */
export interface Place {
  readonly url: string;
  readonly clock: NodeClock;
  /** Of its log and its data; null if this account cannot mount any. */
  readonly disk: SmallDisk | null;
  node: NodeProcess;
  /** Starts a node here and waits until it serves. */
  start(): Promise<void>;
}

export interface WholeFleet {
  /** Of Caddy and of HAProxy, each in front of all nodes. */
  readonly urls: readonly [string, string];
  readonly places: readonly Place[];
  /** What nodes printed that ended by themselves, or uncleanly; none may. */
  readonly ended: readonly string[];
  readonly database: DatabaseCluster;
  readonly nats: readonly Part[];
  readonly s3: Way;
  end(): Promise<void>;
}

export interface FleetOptions {
  /** For everything that the fleet stores; emptied by the caller. */
  readonly folder: string;
  readonly s3: S3Server;
  readonly demoData: boolean;
  readonly say: (line: string) => void;
}

const startNats = async (folder: string): Promise<{ parts: Part[]; url: string }> => {
  const [ports, routes]: [number[], number[]] = [[], []];
  for (let server = 0; server < 3; server += 1) {
    ports.push(await freePort());
    routes.push(await freePort());
  }
  const all = routes.map((port) => `nats://127.0.0.1:${port}`);
  const parts = ports.map((port, server) => {
    const cluster = ['-cluster', all[server] ?? '', '-routes', all.join(',')];
    const args = ['-a', '127.0.0.1', '-p', String(port), '-cluster_name', 'izgodno', ...cluster];
    return startPart({ folder, name: `nats-${server + 1}`, program: 'nats-server', args });
  });
  return { parts, url: ports.map((port) => `nats://127.0.0.1:${port}`).join(',') };
};

const startHaproxy = async (folder: string, upstreams: readonly string[]) => {
  const listen = `127.0.0.1:${await freePort()}`;
  const nodes = upstreams.map((upstream, index) => [`NODE_${index + 1}`, upstream]);
  const part = startPart({
    folder,
    name: 'haproxy',
    program: 'haproxy',
    args: ['-db', '-f', path.join(PRESENT, 'deploy/haproxy.cfg')],
    environment: { LISTEN: listen, ...Object.fromEntries(nodes) },
  });
  return { part, url: `http://${listen}` };
};

/** Makes the bucket, and returns the settings of the nodes for it. */
const prepareBucket = async (server: S3Server, way: Way) => {
  const location = { ...server, region: 'us-east-1', bucket: BUCKET };
  const client = new S3Client(s3ClientConfig(location));
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
  return {
    S3_ENDPOINT: `http://127.0.0.1:${way.port}`,
    S3_REGION: location.region,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: server.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.secretAccessKey,
  };
};

interface PlaceOptions {
  readonly folder: string;
  readonly hasDisks: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** Receives what a node printed that ended by itself, or uncleanly. */
  readonly onEnded: (what: string) => void;
}

const makePlace = async (
  count: number,
  { folder, hasDisks, environment, onEnded }: PlaceOptions,
): Promise<Place> => {
  const port = String(await freePort());
  const data = path.join(folder, `node-${count}`);
  await mkdir(data);
  const disk = hasDisks ? await mountSmallDisk(data, NODE_DISK) : null;
  const clock = await openNodeClock(path.join(folder, `node-${count}.clock`));
  const settings = { ...environment, ...clock.environment, PORT: port, DATA_DIR: data };
  const launch = async (): Promise<NodeProcess> => {
    const node = startNode({ environment: settings, log: path.join(data, 'log') });
    const { process: child } = node;
    // Null if a fault killed it; 0 if it was asked to end.
    child.on('exit', (code) => {
      if (code !== null && code !== 0)
        onEnded(`node ${count} ended with ${code}: ${node.output().slice(-OUTPUT_TAIL)}`);
    });
    await writeFile(path.join(folder, `node-${count}.pid`), String(child.pid));
    return node;
  };
  const place: Place = {
    url: `http://127.0.0.1:${port}`,
    clock,
    disk,
    node: await launch(),
    async start() {
      // A node that ends itself is an error of the drill, and does not end it.
      for (let start = 1; start < MOST_STARTS; start += 1) {
        place.node = await launch();
        if (await place.node.isReady) return;
        await place.node.end();
      }
      place.node = await launch();
      await requireReady(place.node);
    },
  };
  return place;
};

const makePlaces = async (
  options: Omit<PlaceOptions, 'onEnded'>,
): Promise<{ places: Place[]; ended: string[] }> => {
  const places: Place[] = [];
  const ended: string[] = [];
  const onEnded = (what: string): void => void ended.push(what);
  for (let count = 1; count <= NODES; count += 1)
    places.push(await makePlace(count, { ...options, onEnded }));
  return { places, ended };
};

export const isServing = (url: string) => async () => (await fetch(`${url}/api/ready`)).ok;

/** Starts it in this order: each part waits for what it needs, but a first start is quicker so. */
export const startFleet = async (options: FleetOptions): Promise<WholeFleet> => {
  const { folder, say } = options;
  const ending: (() => Promise<void> | void)[] = [];
  const end = async (): Promise<void> => {
    for (const one of ending.splice(0).reverse()) await one();
  };
  const hasDisks = await canMount();
  if (!hasDisks) say('SKIPPED: full disks, because this account cannot mount any.');
  ending.push(() => unmountBelow(folder));
  try {
    say('PostgreSQL: a primary and a streaming replica, under Patroni with etcd');
    const database = await startDatabaseCluster(folder, { hasDisks });
    ending.push(() => database.end());
    say('NATS: three servers');
    const nats = await startNats(folder);
    ending.push(async () => void (await Promise.all(nats.parts.map((part) => part.end()))));
    const endpoint = new URL(options.s3.endpoint);
    const s3 = await openWay(() => Number(endpoint.port));
    ending.push(() => s3.close());
    say(`${NODES} nodes`);
    const environment = {
      ...(await prepareBucket(options.s3, s3)),
      DATABASE_URL: database.url,
      DATABASE_READ_URL: database.replicaUrl,
      BUS_URL: nats.url,
      // All calls come from one address.
      BUDGET_PER_MINUTE: '1000000',
      UPLOAD_QUOTA: '0',
      DEMO_DATA: options.demoData ? 'on' : 'off',
      // Each call writes to the log, so that a full disk meets it.
      LOG_LEVEL: 'info',
    };
    const { places, ended } = await makePlaces({ folder, hasDisks, environment });
    ending.push(async () => {
      for (const { node } of places) {
        const { process: child } = node;
        child.kill('SIGKILL');
      }
      await Promise.all(places.map(({ node }) => node.end()));
    });
    for (const { node } of places) await requireReady(node);
    say('Caddy and HAProxy');
    const upstreams = places.map(({ url }) => new URL(url).host);
    const balancers = [
      await startCaddy(folder, upstreams),
      await startHaproxy(folder, upstreams),
    ] as const;
    ending.push(async () => void (await Promise.all(balancers.map(({ part }) => part.end()))));
    const urls = [balancers[0].url, balancers[1].url] as const;
    for (const url of urls) await waitFor(`${url} serves`, isServing(url));
    await database.settle();
    return { urls, places, ended, database, nats: nats.parts, s3, end };
  } catch (error) {
    await end();
    throw error;
  }
};
