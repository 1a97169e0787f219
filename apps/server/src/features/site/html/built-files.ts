import { readdir } from 'node:fs/promises';
import path from 'node:path';
import staticFiles, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PAGE_HEADERS } from '#platform/http/security-headers.ts';

/** The folder of files whose names contain a digest. */
export const ASSETS = 'assets';

/** Files, compressed or not, that a browser never opens as a page, and never runs as a worker. */
const PART_OF_A_PAGE = /\.(?:js|css|woff2)(?:\.br|\.gz)?$/;

const setFileHeaders: FastifyStaticOptions['setHeaders'] = (response, file) => {
  // The file server declares the encoding of text/* only, and browsers would guess.
  if (file.endsWith('.svg')) response.header('Content-Type', 'image/svg+xml; charset=utf-8');
  const immutable = file.includes(`${path.sep}${ASSETS}${path.sep}`);
  response.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (immutable && PART_OF_A_PAGE.test(file))
    for (const name of PAGE_HEADERS) response.raw.removeHeader(name);
};

/** The files of a folder that browsers may request, as URLs of the folder. */
const listFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return (
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .map((file) => file.split(path.sep).join('/'))
      // What the build leaves for the server, copies that are sent in place of their file, and the page,
      // which lacks as a file what the server writes into it.
      .filter(
        (file) => !file.startsWith('.') && !/\.(?:br|gz)$/.test(file) && file !== 'index.html',
      )
      .map((file) => `/${file}`)
  );
};

/**
 * Serves the files that the build has at the start. The library would add two routes for each of them,
 * which a start waits for, or list the folder of a file at each request for it.
 */
export const addBuiltFiles = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(staticFiles, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: setFileHeaders,
  });
  const files = await listFiles(folder);
  const assets = new Set(files.filter((file) => file.startsWith(`/${ASSETS}/`)));
  app.get<{ Params: { name: string } }>(`/${ASSETS}/:name`, (request, reply) => {
    const file = `/${ASSETS}/${request.params.name}`;
    return assets.has(file) ? reply.sendFile(file) : reply.callNotFound();
  });
  for (const file of files)
    if (!assets.has(file)) app.get(file, (_request, reply) => reply.sendFile(file));
};
