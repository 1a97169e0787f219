import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { getHealth } from '@izgodno/contract/system/calls';
import type { Pool } from 'pg';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { makeTemporaryFolder } from '../../../../scripts/clean-up.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { requireReady, startNode } from '../fleet/node-process.ts';
import { freePort } from '../free-port.ts';
import { openPool } from '../open-pool.ts';
import { isAlive } from '../signal-process.ts';
import { changingSites, failingSites, harmlessSites, plainFeed, site } from './misbehaviours.ts';
import { portOf } from '../port-of.ts';

/** Seconds between two readings of a source. */
const EVERY_S = 20;
/** The random part of the interval. */
const JITTER = 1.1;
const ROUNDS = 5;
/** Sources without any fault, beside those with harmless ones. */
const PLAIN = 10;
const SAMPLE_MS = 2_000;
const STOP_LIMIT_MS = 10_000;

export interface SourceChaosOptions {
  readonly seconds: number;
  readonly say: (line: string) => void;
}

const run = promisify(execFile);

/** The servers of all sources, in this process. */
const createSites = () => {
  const servers: Server[] = [];
  return {
    async start(server: Server): Promise<number> {
      servers.push(server.listen(0, '127.0.0.1'));
      await once(server, 'listening');
      return portOf(server);
    },
    /** Connections that are still open. */
    async connections(): Promise<number> {
      const counts = await Promise.all(
        servers.map((server) => promisify(server.getConnections.bind(server))()),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close(): void {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
};

/** Starts a site over TLS, whose certificate is valid for processes that trust the returned file. */
const createTlsSite = async (folder: string, listener: RequestListener) => {
  const key = path.join(folder, 'key.pem');
  const certificate = path.join(folder, 'certificate.pem');
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject]);
  const server = createTlsServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    listener,
  );
  return { certificate, server };
};

type Sites = ReturnType<typeof createSites>;

/** Starts every site; returns the sources as the settings name them, and the ids of the good ones. */
const startSites = async (sites: Sites, folder: string) => {
  const feeds = new Map<string, string>();
  const good: string[] = [];
  const add = async (id: string, listener: RequestListener): Promise<void> => {
    const port = await sites.start(createServer(listener));
    feeds.set(id, `http://127.0.0.1:${port}/feed.xml`);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, create] of Object.values(failingSites).entries())
      await add(`failing-${round}-${at}`, create());
    for (const [at, { create }] of Object.values(changingSites).entries())
      await add(`changing-${round}-${at}`, create());
  }
  const misbehaving = feeds.size;
  const plain = site((_request, response) => void response.end(plainFeed));
  const addGood = async (listener: RequestListener): Promise<void> => {
    const id = `good-${good.length}`;
    good.push(id);
    await add(id, listener);
  };
  const { certificate, server } = await createTlsSite(folder, plain);
  const secure = `https://127.0.0.1:${await sites.start(server)}`;
  await addGood(
    site((_request, response) => {
      response.writeHead(301, { location: `${secure}/feed.xml` }).end();
    }),
  );
  const elsewhere = `http://127.0.0.1:${await sites.start(createServer(plain))}`;
  for (const create of Object.values(harmlessSites)) await addGood(create(elsewhere));
  for (let at = 0; at < PLAIN; at += 1) await addGood(plain);
  return { feeds, good, misbehaving, certificate };
};

/** More sources than the settings have room for. */
const INSERT_SOURCES = `
  INSERT INTO sources (id, name, source_group, kind, config, every_seconds, next_run_at)
  SELECT id, id, 'other', 'merchant-feed', jsonb_build_object('url', url), $3::integer, now()
    FROM unnest($1::text[], $2::text[]) AS added (id, url)`;

interface Punctuality {
  readonly readings: number;
  readonly notHealthy: number;
  /** Seconds by which the latest reading began after it was due. */
  readonly latestS: number;
  readonly fewestReadings: number;
}

/** How punctual the readings of the good sources were. */
const measurePunctuality = async (pool: Pool, good: readonly string[]): Promise<Punctuality> => {
  const { rows } = await pool.query<Punctuality>(
    `WITH runs AS (
       SELECT source_id, status,
              extract(epoch FROM started_at - lag(finished_at) OVER (PARTITION BY source_id ORDER BY id)) AS waited
         FROM import_runs WHERE source_id = ANY ($1)
     ), counts AS (SELECT count(*) AS runs FROM runs GROUP BY source_id)
     SELECT count(*)::integer AS readings,
            count(*) FILTER (WHERE status NOT IN ('succeeded', 'unchanged', 'running'))::integer AS "notHealthy",
            round(greatest(0, max(waited) - $2), 1)::float AS "latestS",
            (SELECT min(runs) FROM counts)::integer AS "fewestReadings"
       FROM runs`,
    [good, EVERY_S * JITTER],
  );
  const [measured] = rows;
  if (measured === undefined) throw new Error('No run was found');
  return measured;
};

/** Runs until the end, and returns what the health said meanwhile. */
const watchHealth = async (url: string, seconds: number, say: (line: string) => void) => {
  const unhealthy = new Set<string>();
  let slowestMs = 0;
  const end = performance.now() + 1_000 * seconds;
  while (performance.now() < end) {
    await sleep(SAMPLE_MS);
    const begun = performance.now();
    const response = await fetch(`${url}/api/health`);
    const { data } = parseUntrusted(getHealth.response, await response.json());
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    const part = data?.parts['sources'];
    if (part?.status !== 'healthy') unhealthy.add(part?.detail ?? 'no answer');
    say(`${Math.ceil((end - performance.now()) / 1_000)} s left: ${part?.detail ?? ''}`);
  }
  return { unhealthy: [...unhealthy], slowestHealthMs: Math.round(slowestMs) };
};

/**
 * Runs the product with seventy sources that misbehave, beside good ones, for this long, and stops
 * it: every good source must be read on schedule, the health must be true, and the process must end
 * within 10 s.
 */
export const runSourceChaos = async ({ seconds, say }: SourceChaosOptions) => {
  const folder = await makeTemporaryFolder('izgodno-sources-');
  const postgres = await startEmbeddedPostgres({ directory: path.join(folder, 'postgres') });
  const pool = openPool(postgres.connectionString);
  const sites = createSites();
  const { feeds, good, misbehaving, certificate } = await startSites(sites, folder);
  const port = await freePort();
  const node = startNode({
    environment: {
      PORT: `${port}`,
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: postgres.connectionString,
      OUTGOING_ALLOW: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: certificate,
      LOG_LEVEL: 'error',
    },
  });
  try {
    await requireReady(node);
    await pool.query(INSERT_SOURCES, [[...feeds.keys()], [...feeds.values()], EVERY_S]);
    const health = await watchHealth(`http://127.0.0.1:${port}`, seconds, say);
    const punctuality = await measurePunctuality(pool, good);
    const open = await sites.connections();
    const begun = performance.now();
    await node.end();
    const stopMs = Math.round(performance.now() - begun);
    const { rows } = await pool.query<{ status: string; sources: number }>(
      `SELECT concat_ws(' ', status, status_reason) AS status, count(*)::integer AS sources
         FROM sources WHERE kind IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    const errors = [
      ...health.unhealthy,
      ...(stopMs > STOP_LIMIT_MS ? [`the stop took ${stopMs} ms`] : []),
      ...(isAlive(node.process.pid ?? 0) ? ['the process is still there'] : []),
      ...(punctuality.notHealthy > 0 ? [`${punctuality.notHealthy} good readings failed`] : []),
    ];
    const statuses = Object.fromEntries(rows.map(({ status, sources }) => [status, sources]));
    return {
      misbehaving,
      good: good.length,
      seconds,
      everySeconds: EVERY_S,
      punctuality,
      slowestHealthMs: health.slowestHealthMs,
      connectionsBeforeStop: open,
      connectionsAfterStop: await sites.connections(),
      stopMs,
      statuses,
      errors,
    };
  } finally {
    await node.end();
    sites.close();
    await pool.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
