import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runBeside } from './run-beside.ts';

test.skipIf(process.platform === 'win32')(
  'a program that is ended leaves nothing that it has started, whatever signals that ignores',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'run-beside-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'pid');
    const end = new AbortController();
    const program = `trap '' INT TERM; sleep 600 & echo $! > '${file}'; wait`;
    const running = runBeside('sh', ['-c', program], { end: end.signal });
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/^\d+\n$/), 20_000);

    end.abort();
    // It waits for all that can still print.
    await expect(running).resolves.toEqual({ code: 1, output: '' });
  },
);
