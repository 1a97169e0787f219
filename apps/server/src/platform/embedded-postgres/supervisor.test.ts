import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { usePostgresDirectories } from '#test/postgres-directories.ts';
import { locatePackage } from './binaries.ts';
import { openHome } from './home.ts';
import { serverSettings, sharedBuffers } from './embedded-postgres.ts';
import { makeSocketDirectory } from './socket.ts';
import { bringUpPatiently } from './supervisor.ts';

const directories = usePostgresDirectories();

describe('bringUpPatiently', () => {
  it("retries, then fails with PostgreSQL's last error", async () => {
    const directory = await directories.make();
    const onStatus = vi.fn<(message: string) => void>();
    const onSpawned = vi.fn<() => void>();
    const home = await openHome(directory, onStatus);
    const plan = {
      home,
      source: await locatePackage(),
      settings: serverSettings({ fsync: 'off', no_such_setting: '1' }),
      onStatus,
      onSpawned,
      stopping: new AbortController().signal,
    };
    const mayRetry = vi.fn<(error: unknown, tries: number) => boolean>((_, tries) => tries < 3);
    await expect(
      bringUpPatiently(plan, () => makeSocketDirectory(home), mayRetry),
    ).rejects.toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining('no_such_setting'),
    });
    expect(mayRetry).toHaveBeenCalledTimes(3);
    expect(onSpawned).toHaveBeenCalledTimes(3);
    expect(onStatus.mock.calls.flat()).toEqual([
      expect.stringContaining('Trying again in 0.25 s.'),
      expect.stringContaining('Trying again in 0.5 s.'),
    ]);
    expect(onStatus.mock.calls.flat()[0]).toContain(path.join(directory, 'postgres.log'));
  });
});

describe('sharedBuffers', () => {
  it.for([
    [0.5, '256MB'],
    [4, '512MB'],
    [8, '1024MB'],
    [64, '2048MB'],
  ] as const)('of %d GiB are %s', ([gibibytes, buffers]) => {
    expect(sharedBuffers(gibibytes * 2 ** 30)).toBe(buffers);
  });
});
