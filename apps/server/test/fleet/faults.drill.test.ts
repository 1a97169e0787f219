import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cleanUpAfterEnd } from '../../../../scripts/clean-up.ts';
import { skipAloud } from '../services/skip-aloud.ts';
import { runFaults } from './faults.ts';
import { missingPackages } from './parts.ts';
import { startFleet, type WholeFleet } from './whole-fleet.ts';

const s3 = inject('s3Server');
const missing = missingPackages();
if (missing.length > 0) skipAloud('faults of a fleet', `Install ${missing.join(', ')}.`);

// The long form: npm run fleet -- faults. With this seed a clock is set back, the disk of a node is
// full, a node is killed, and the primary is lost. Without small disks other faults come.
describe.skipIf(s3 === null || missing.length > 0)('a fleet whose parts fail', () => {
  let folder: string;
  let isRemoved: () => void;
  let fleet: WholeFleet;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'izgodno-fleet-'));
    // PostgreSQL runs as another account if this one is root.
    await chmod(folder, 0o755);
    isRemoved = cleanUpAfterEnd({ folder });
    if (s3 === null) throw new Error('These tests are skipped.');
    fleet = await startFleet({ folder, s3, demoData: true, say: () => {} });
  }, 600_000);

  afterAll(async () => {
    await fleet.end();
    await rm(folder, { recursive: true, force: true });
    isRemoved();
  });

  test('keeps all that it acknowledged', async () => {
    const { acknowledged, errors } = await runFaults(fleet, {
      minutes: 1 / 6,
      seed: 1_798,
      say: () => {},
    });
    expect(errors).toEqual([]);
    expect(acknowledged.messages).toBeGreaterThan(0);
  }, 900_000);
});
