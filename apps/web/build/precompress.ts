import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|svg|json|webmanifest)$/;
/** Below this size, compression saves nothing on the wire. */
const MINIMUM_BYTES = 1024;

/**
 * Compresses static files once, at the highest level. The file server sends the `.br` or `.gz` next
 * to a file. The server writes the page itself.
 */
export const precompress = (): Plugin => {
  let folder = '';
  let isWritten = false;
  return {
    name: 'izgodno:precompress',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = path.resolve(root, build.outDir)),
    writeBundle: () => void (isWritten = true),
    closeBundle: async () => {
      // Also called after a failure, whose reason an error of this plugin would replace.
      if (!isWritten) return;
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const file of files) {
        // Browsers request nothing of a folder that begins with a dot.
        const isServed = file.isFile() && !path.basename(file.parentPath).startsWith('.');
        if (!isServed || !compressible.test(file.name)) continue;
        const name = path.join(file.parentPath, file.name);
        const content = await readFile(name);
        if (content.length < MINIMUM_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        await writeFile(`${name}.br`, await promisify(brotliCompress)(content, { params }));
        await writeFile(`${name}.gz`, await promisify(gzip)(content, { level: 9 }));
      }
    },
  };
};
