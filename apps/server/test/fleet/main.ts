import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownTemporaryFolders } from '../../../../scripts/clean-up.ts';
import { readArguments } from '../../../../scripts/read-arguments.ts';
import { startS3Server } from '../services/s3-server.ts';
import { runAway } from './away.ts';
import { runFailover } from './failover.ts';
import { runFaults } from './faults.ts';
import { missingPackages } from './parts.ts';
import { startFleet, type WholeFleet } from './whole-fleet.ts';

// A whole fleet on this machine, from Debian's packages: `npm run fleet` starts it, prints its
// addresses and ends all of it on any signal. `npm run fleet -- faults [--minutes N] [--seed S]`
// [--history FOLDER] breaks it under load and compares what was acknowledged; `npm run fleet -- away
// [--seconds N] [--part NATS]` takes S3, NATS and the replica away, or one of them, and counts failed
// calls; `npm run fleet -- failover [--times N]` moves the primary and measures what that costs.

const say = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
};

const USAGE =
  'Usage: npm run fleet [-- faults|away|failover|run --minutes N --seed N --history FOLDER --seconds N --part NAME --times N]';
const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    part: { type: 'string' },
    history: { type: 'string' },
    times: { type: 'string', default: '3' },
  },
});

type Drill = (fleet: WholeFleet) => Promise<{ readonly errors: readonly string[] }>;

const drills: Readonly<Record<string, Drill>> = {
  faults: (fleet) =>
    runFaults(fleet, {
      minutes: Number(values.minutes),
      seed: Number(values.seed),
      history: values.history,
      say,
    }),
  away: (fleet) => runAway(fleet, { seconds: Number(values.seconds), part: values.part, say }),
  failover: (fleet) => runFailover(fleet, { times: Number(values.times), say }),
  async run({ urls }) {
    say(`It serves: ${urls[0]} (Caddy), ${urls[1]} (HAProxy). Ctrl-C ends it.`);
    // A timer keeps the process alive until a signal ends it.
    await once(new EventTarget(), 'never');
    return { errors: [] };
  },
};

/** Exits at once when a signal comes; what is left is removed by a process of its own. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(130));

const drill = drills[positionals[0] ?? 'run'];
const missing = missingPackages();
if (drill === undefined || missing.length > 0) {
  say(
    drill === undefined ? USAGE : `Install what is missing: apt-get install ${missing.join(' ')}`,
  );
  process.exit(2);
}

await ownTemporaryFolders();
const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-fleet-'));
// PostgreSQL runs as another account if this one is root.
await chmod(folder, 0o755);
say('S3: a Ceph gateway');
const { server, stop } = await startS3Server();
if (server === null) process.exit(2);
const fleet = await startFleet({ folder, s3: server, demoData: true, say });
const result = await drill(fleet);
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
await fleet.end();
await stop();
await rm(folder, { recursive: true, force: true });
process.exit(result.errors.length === 0 ? 0 : 1);
