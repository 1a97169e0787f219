import { describe, expect, test } from 'vitest';
import { uploadResponseSchema } from '@izgodno/contract/uploads/multipart';
import { fieldsOf, formOf, provideUploadApp } from '#test/upload-app.ts';

describe.for([
  // Pages may show images and media of other hosts by https only.
  [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 200],
  [{ S3_ENDPOINT: 'http://127.0.0.1:9000', S3_READS: 'links' }, 302],
  [{ S3_ENDPOINT: 'https://s3.example' }, 302],
  [{ S3_ENDPOINT: 'https://s3.example', S3_READS: 'proxied' }, 200],
  [{}, 302],
] as const)('with %j', ([environment, status]) => {
  let reads = 0;
  const uploads = provideUploadApp({
    environment,
    storage: ({ store, ...storage }) => ({
      ...storage,
      store: {
        ...store,
        link: async (key) => `https://bucket.example/${key}`,
        read: (key, range) => {
          reads += 1;
          return store.read(key, range);
        },
      },
    }),
  });

  test(`a file is read with status ${status}, and by a link not from the store too`, async () => {
    const owner = await uploads.current.signUp();
    const form = formOf(fieldsOf(owner), new File(['words'], 'a.txt', { type: 'text/plain' }));
    const { fileUrl } = uploadResponseSchema.parse(
      await (await uploads.current.post(owner, form)).json(),
    );
    const read = async (): Promise<number> => {
      const response = await fetch(`${uploads.current.url}${fileUrl}`, {
        headers: { cookie: owner.cookies },
        redirect: 'manual',
      });
      await response.arrayBuffer();
      return response.status;
    };
    expect([await read(), await read()]).toEqual([status, status]);
    expect(reads).toBe(status === 302 ? 0 : 2);
  });
});
