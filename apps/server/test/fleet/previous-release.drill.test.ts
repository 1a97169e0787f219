import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { freePort } from '../free-port.ts';
import { skipAloud } from '../services/skip-aloud.ts';
import { administer, withDatabase } from '../with-database.ts';
import { PRESENT, requireReady, startNode, type NodeProcess } from './node-process.ts';
import {
  findPreviousRelease,
  hasWholeHistory,
  runProgram,
  unpackRelease,
} from './previous-release.ts';

const release = await findPreviousRelease();
const hasNats = spawnSync('nats-server', ['--version']).status === 0;
if (release === null && !(await hasWholeHistory()))
  skipAloud('the previous release beside this one', 'Clone with the whole history.');
if (!hasNats) skipAloud('the previous release beside this one', 'Install nats-server.');

const resultSchema = z.object({ unknown: z.array(z.string()) });

describe.skipIf(release === null || !hasNats)('a node of the previous release', () => {
  let folder: string;
  let nats: ChildProcess;
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  const nodes: NodeProcess[] = [];
  let urls: Readonly<Record<'previous' | 'present', string>>;
  const products = { previous: '', present: PRESENT };

  /** Runs a client, and returns the calls that a node does not know. */
  const runClient = async (
    which: 'previous' | 'present',
    given: readonly string[],
  ): Promise<readonly string[]> => {
    const program = 'apps/server/test/fleet/client-program.ts';
    const printed = await runProgram(products[which], program, ...given);
    return expectShape(resultSchema, JSON.parse(printed)).unknown;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'izgodno-upgrade-'));
    products.previous = path.join(folder, 'release');
    await unpackRelease(release ?? '', products.previous);
    const pages = 'apps/web/dist';
    await symlink(path.join(PRESENT, pages), path.join(products.previous, pages));
    const natsPort = await freePort();
    nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], { stdio: 'ignore' });
    const server = inject('postgresUrl');
    await administer(server, `CREATE DATABASE ${name} TEMPLATE template0`);
    await mkdir(path.join(folder, 'files'));
    const start = async (which: 'previous' | 'present'): Promise<string> => {
      const data = path.join(folder, which);
      await mkdir(data);
      await symlink(path.join(folder, 'files'), path.join(data, 'files'));
      const port = await freePort();
      const node = startNode({
        product: products[which],
        environment: {
          PORT: String(port),
          DATA_DIR: data,
          DATABASE_URL: withDatabase(server, name),
          BUS_URL: `nats://127.0.0.1:${natsPort}`,
          DRAIN_SECONDS: '0',
        },
      });
      nodes.push(node);
      await requireReady(node);
      return `http://127.0.0.1:${port}`;
    };
    // The previous one first: it runs on while this one migrates its database, and has prepared its
    // statements by then, which a changed result of one of them would fail.
    const previous = await start('previous');
    await runClient('previous', [previous, previous, 'before']);
    urls = { previous, present: await start('present') };
  }, 300_000);

  afterAll(async () => {
    for (const node of nodes) await node.end();
    nats.kill('SIGKILL');
    await administer(inject('postgresUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ['previous', 'previous', 'present'],
    ['previous', 'present', 'previous'],
    ['present', 'previous', 'present'],
    ['present', 'present', 'previous'],
  ] as const)(
    'and one of this serve a client of the %s release that writes by the %s and reads by the %s one',
    async (client, node, other) => {
      const unknown = await runClient(client, [urls[node], urls[other], `${client}-${node}`]);
      // Only the previous node may lack calls, which pages of this release must expect.
      expect(client === 'previous' ? unknown : []).toEqual([]);
    },
    120_000,
  );

  test('and one of this log no call that failed, nor one that a client repeated', () => {
    expect(nodes.flatMap((node) => node.loggedErrors())).toEqual([]);
  });
});
