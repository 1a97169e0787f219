import path from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { precompress } from './precompress.ts';

const fails = (): never => {
  throw new Error('a text is malformed');
};

test('a build that fails says why, also before there is a folder to compress', async () => {
  const building = build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    plugins: [{ name: 'fails', transform: fails }, precompress()],
    build: {
      outDir: path.join(import.meta.dirname, 'no-such-folder'),
      rolldownOptions: { input: import.meta.filename },
    },
  });
  await expect(building).rejects.toThrow('a text is malformed');
});
