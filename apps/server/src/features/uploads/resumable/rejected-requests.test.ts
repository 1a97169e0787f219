import { beforeAll, describe, expect, test } from 'vitest';
import { writeUploadPaths } from '@izgodno/contract/common/open-api/upload-paths';
import { RESUMABLE_UPLOAD_PATH, uploadRejectionSchema } from '@izgodno/contract/uploads/multipart';
import { fieldsOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';
import { uploadMetadata } from '#test/upload-metadata.ts';

const uploads = provideUploadApp();
let owner: Uploader;
beforeAll(async () => {
  owner = await uploads.current.signUp();
});

const send = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | null = null,
): Promise<Response> =>
  fetch(new URL(path, uploads.current.url), {
    method,
    headers: { authorization: `Bearer ${owner.token}`, 'tus-resumable': '1.0.0', ...headers },
    body,
  });

const create = (length: number): Promise<Response> =>
  send('POST', RESUMABLE_UPLOAD_PATH, {
    'upload-length': String(length),
    'upload-metadata': uploadMetadata({
      ...fieldsOf(owner),
      filename: 'Запис.bin',
      filetype: 'application/octet-stream',
    }),
  });

const locationOf = (response: Response): string => {
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
};

const patch = (path: string, offset: number, bytes: Buffer): Promise<Response> =>
  send(
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    new Uint8Array(bytes),
  );

const rejectionOf = async (response: Response) => {
  const { code, fields } = uploadRejectionSchema.parse(await response.json()).details;
  return {
    status: response.status,
    code,
    fields: fields === undefined ? undefined : Object.keys(fields).toSorted(),
  };
};

/** OpenAPI describes this status of the call. */
const expectDescribed = (path: string, method: string, status: number): void =>
  expect(writeUploadPaths()).toMatchObject({
    [path]: { [method]: { responses: { [status]: {} } } },
  });

const atStart = { 'upload-offset': '0' };

describe('a rejection by the protocol server has the form of the other uploads', () => {
  test.for([
    ['another place', { 'upload-offset': '3' }, 409, 'upload_offset_conflict'],
    ['no place', {}, 400, 'validation_failed', ['Upload-Offset']],
    ['a strange place', { 'upload-offset': '-1' }, 400, 'validation_failed', ['Upload-Offset']],
    [
      'another type',
      { ...atStart, 'content-type': 'application/json' },
      415,
      'unsupported_media_type',
    ],
    ['no protocol', { 'upload-offset': '0', 'tus-resumable': '' }, 412, 'precondition_failed'],
    [
      'an old protocol',
      { 'upload-offset': '0', 'tus-resumable': '0.2.2' },
      412,
      'precondition_failed',
    ],
  ] as const)('%s', async ([, headers, status, code, fields]) => {
    const path = locationOf(await create(5));
    const type = { 'content-type': 'application/offset+octet-stream' };
    const response = await send('PATCH', path, { ...type, ...headers }, new Uint8Array(5));
    expect(await rejectionOf(response)).toEqual({ status, code, fields });
    expectDescribed('/api/uploads/resumable/{id}', 'patch', status);
  });

  const size = { 'upload-length': '5' };
  const named = { 'upload-metadata': 'filename YS5iaW4=' };
  test.for([
    ['no length', named, 400, 'validation_failed', ['Upload-Length']],
    [
      'a strange length',
      { ...named, 'upload-length': '5.0' },
      400,
      'validation_failed',
      ['Upload-Length'],
    ],
    ['no metadata', size, 400, 'validation_failed', ['Upload-Metadata']],
    [
      'no Base64',
      { ...size, 'upload-metadata': 'filename ?' },
      400,
      'validation_failed',
      ['Upload-Metadata'],
    ],
    [
      'no UTF-8',
      { ...size, 'upload-metadata': 'filename +Q==' },
      400,
      'validation_failed',
      ['Upload-Metadata'],
    ],
    [
      'a name twice',
      { ...size, 'upload-metadata': 'a YQ==,a YQ==' },
      400,
      'validation_failed',
      ['Upload-Metadata'],
    ],
    [
      'too few fields',
      { ...size, ...named },
      400,
      'validation_failed',
      ['channelId', 'messageId', 'uploadId', 'userId'],
    ],
    [
      'no protocol',
      { ...size, ...named, 'tus-resumable': '' },
      412,
      'precondition_failed',
      undefined,
    ],
  ] as const)('a beginning with %s', async ([, headers, status, code, fields]) => {
    const response = await send('POST', RESUMABLE_UPLOAD_PATH, headers);
    expect(await rejectionOf(response)).toEqual({ status, code, fields });
    expectDescribed(RESUMABLE_UPLOAD_PATH, 'post', status);
  });

  test('a beginning without a body may name a type', async () => {
    const type = { 'content-type': 'application/json' };
    const headers = {
      ...size,
      'upload-metadata': uploadMetadata({ ...fieldsOf(owner), uploadId: 'u' }),
    };
    const response = await send('POST', RESUMABLE_UPLOAD_PATH, { ...type, ...headers });
    expect(response.status).toBe(201);
  });

  test('what comes after the end', async () => {
    const path = locationOf(await create(5));
    expect((await patch(path, 0, Buffer.from('bytes'))).status).toBe(204);
    for (const response of [
      await patch(path, 5, Buffer.from('more')),
      await send('DELETE', path, {}),
    ])
      expect(await rejectionOf(response)).toEqual({
        status: 409,
        code: 'upload_complete',
        fields: undefined,
      });
  });

  test('unsupported methods', async () => {
    const response = await send('POST', RESUMABLE_UPLOAD_PATH, {
      'upload-length': '5',
      'upload-concat': 'partial',
      'upload-metadata': uploadMetadata({ ...fieldsOf(owner), filename: 'a.bin' }),
    });
    expect(response.status).toBe(501);
    expect(uploadRejectionSchema.parse(await response.json()).details.code).toBe('not_implemented');
  });
});
