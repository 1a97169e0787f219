import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';

/** Prints the URLs of the modules that a start loads. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
  await import(${JSON.stringify(new URL('start-app.ts', import.meta.url).href)});
  console.log(JSON.stringify(urls));
  process.exit();
`;

/** Parts for settings that most sites lack, for the index's own threads, and for single files. */
const ON_DEMAND = [
  'node_modules/@aws-sdk/',
  'node_modules/@nats-io/',
  'node_modules/@tus/s3-store/',
  'node_modules/file-type/',
  'node_modules/music-metadata/',
  'node_modules/mysql2/',
  'node_modules/nodemailer/',
  'node_modules/opus-decoder/',
  'node_modules/sharp/',
  'node_modules/web-push/',
  'features/search/engine/index/segment',
  'features/search/engine/sphinx/',
  'features/system/doctor/doctor.ts',
];

test('a start loads no client of a service that the settings do not name', async () => {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  const urls = expectShape(z.array(z.string()), JSON.parse(stdout));
  expect(urls.some((url) => url.includes('node_modules/fastify/'))).toBe(true);
  expect(urls.filter((url) => ON_DEMAND.some((part) => url.includes(part)))).toEqual([]);
});
