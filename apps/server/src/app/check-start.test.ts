import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { portOf } from '#test/port-of.ts';
import { checkStart, choosePort } from './check-start.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'check-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settings = (given: { readonly PORT?: number; readonly DATA_DIR?: string } = {}) => ({
  PORT: 0,
  HOST: '127.0.0.1',
  DATA_DIR: path.join(folder, 'data'),
  ...given,
});

test('a machine that has what it needs passes, and the port stays free', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const PORT = portOf(server);
  await expect(checkStart(settings({ PORT }), folder)).rejects.toThrow(
    `Port ${PORT} is in use by another program. Stop it, or set PORT to another number.`,
  );
  server.close();
  await once(server, 'close');
  await checkStart(settings({ PORT }), folder);
  await checkStart(settings({ PORT }), folder);
});

test('0 is any free port, and any other is kept', async () => {
  const PORT = await choosePort(settings());
  expect(PORT).toBeGreaterThan(0);
  await checkStart(settings({ PORT }), folder);
  expect(await choosePort(settings({ PORT }))).toBe(PORT);
});

test('a data folder that cannot be written is named', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(checkStart(settings({ DATA_DIR: path.join(file, 'data') }), folder)).rejects.toThrow(
    /^The folder .*file\/data cannot be written\. .*DATA_DIR/,
  );
});

test.skipIf(!existsSync('/proc/self'))(
  'a data folder where the system allows none ends the start too',
  async () => {
    await expect(checkStart(settings({ DATA_DIR: '/proc/x' }), folder)).rejects.toThrow(
      /^The folder \/proc\/x cannot be written\. .*DATA_DIR/,
    );
  },
);

test('pages that are neither built nor can be built are named', async () => {
  const missing = path.join(folder, 'none', 'web', 'dist');
  await expect(checkStart(settings(), missing)).rejects.toThrow(/npm run build/);
  await mkdir(path.dirname(missing), { recursive: true });
  await checkStart(settings(), missing);
});
