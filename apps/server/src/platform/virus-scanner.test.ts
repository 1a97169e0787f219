import { expect, test } from 'vitest';
import { startFakeClamd } from '#test/fake-clamd.ts';
import { scannerHealth } from './virus-scanner.ts';

test('a scanner that responds is healthy, and one that is away degrades the site', async () => {
  expect(await scannerHealth(await startFakeClamd(1))).toEqual({ status: 'healthy' });
  const health = await scannerHealth('/nowhere/clamd.sock');
  expect(health).toMatchObject({ status: 'degraded' });
  expect(health.detail).toContain('clamd');
});
