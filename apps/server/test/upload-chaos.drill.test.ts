import { expect, test } from 'vitest';
import { runUploadChaos } from './upload-chaos/run-upload-chaos.ts';

test('whenever the product is killed: complete files are stored bit for bit, and nothing else', async () => {
  const { completed, errors } = await runUploadChaos({
    kills: 3,
    uploaders: 6,
    random: Math.random,
    say: () => {},
  });
  expect(errors).toEqual([]);
  expect(completed).toBeGreaterThan(0);
}, 300_000);
