import { expect, test } from 'vitest';
import { errorBodySchema } from '@izgodno/contract/common/errors';
import { GENERIC_UPLOAD_PATH, uploadRejectionSchema } from '@izgodno/contract/uploads/multipart';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from './build-test-app.ts';
import { useTestDatabase } from './test-database.ts';

const databases = useTestDatabase();

test('calls made while the server ends are rejected in the product’s own form', async () => {
  const { database, pool } = databases.current;
  const search = createPostgresDealSearch(database);
  const app = await buildTestApp({ database, pool, search });
  const { promise: mayClose, resolve: letClose } = Promise.withResolvers<void>();
  const { promise: isClosing, resolve: begin } = Promise.withResolvers<void>();
  app.addHook('preClose', async () => {
    begin();
    await mayClose;
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });

  const closed = app.close();
  await isClosing;
  const deals = await fetch(`${url}/api/deals`);
  const unknown = await fetch(`${url}/api/nothing`);
  const upload = await fetch(url + GENERIC_UPLOAD_PATH, { method: 'POST' });
  letClose();
  await closed;

  for (const response of [deals, unknown]) {
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(response.headers.get('connection')).toBe('close');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(errorBodySchema.parse(await response.json()).error.code).toBe('shutting_down');
  }
  expect(upload.status).toBe(503);
  expect(uploadRejectionSchema.parse(await upload.json()).details.code).toBe('shutting_down');
});
