import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  CHUNKED_UPLOAD_PATH,
  uploadResponseSchema,
  uploadRejectionSchema,
  type UploadResponse,
  type UploadRejection,
} from '@izgodno/contract/uploads/multipart';
import { fieldsOf, formOf, provideUploadApp, type Uploader } from '#test/upload-app.ts';

const MEGABYTE = 1024 * 1024;
const uploads = provideUploadApp({
  environment: { UPLOAD_MAX_FILE_SIZE: '8MB', UPLOAD_QUOTA: '20MB' },
});
const nothing = { rows: 0, objects: 0, unfinished: 0 };

let user: Uploader;
beforeEach(async () => {
  const { database, storage, signUp } = uploads.current;
  await database.database.deleteFrom('files').execute();
  for await (const key of storage.store.keys()) await storage.store.remove([key]);
  uploads.current.policy = () => Promise.resolve(false);
  user ??= await signUp();
});

const fileOf = (
  bytes: Uint8Array<ArrayBuffer>,
  name = 'notes.bin',
  type = 'application/octet-stream',
): File => new File([bytes], name, { type });

const bytesOf = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(size));

const accepted = async (response: Response): Promise<UploadResponse> => {
  const body: unknown = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status: 200 });
  return uploadResponseSchema.parse(body);
};

const rejected = async (response: Response): Promise<UploadRejection & { status: number }> => ({
  ...uploadRejectionSchema.parse(await response.json()),
  status: response.status,
});

const readBack = async (url: string, reader = user): Promise<Buffer> => {
  const response = await fetch(`${uploads.current.url}${url}`, {
    headers: { cookie: reader.cookies },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

describe('an upload', () => {
  test.for(['fields first', 'file first'] as const)('is stored bit for bit, %s', async (order) => {
    const bytes = bytesOf(5 * MEGABYTE + 3);
    const response = await accepted(
      await uploads.current.post(user, formOf(fieldsOf(user), fileOf(bytes, 'a b.bin'), order)),
    );
    expect(response).toMatchObject({
      fileUrl: `/api/files/${response.fileId}`,
      originalName: 'a b.bin',
      filenameSanitized: 'a b.bin',
      size: bytes.length,
    });
    expect((await readBack(response.fileUrl)).equals(bytes)).toBe(true);
    expect(await uploads.current.countAll()).toEqual({ rows: 1, objects: 1, unfinished: 0 });
  });

  test.for(['fields first', 'file first'] as const)(
    'under an id that already has one returns that one, %s',
    async (order) => {
      const fields = fieldsOf(user);
      const bytes = bytesOf(200_000);
      const send = async () =>
        accepted(await uploads.current.post(user, formOf(fields, fileOf(bytes), order)));
      const first = await send();
      expect(await send()).toEqual(first);
      expect(await uploads.current.countAll()).toEqual({ rows: 1, objects: 1, unfinished: 0 });
    },
  );

  test('many concurrent attempts under one id create one file', async () => {
    const fields = fieldsOf(user);
    const bytes = bytesOf(300_000);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => uploads.current.post(user, formOf(fields, fileOf(bytes)))),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(await uploads.current.countAll()).toEqual({ rows: 1, objects: 1, unfinished: 0 });
  });

  test.for([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.bin', 'photo.bin'],
    ['gpj.\u202egnp.exe.bin', 'gpj.gnp.exe.bin'],
    ['Снимка от морето.bin', 'Снимка от морето.bin'],
    ['CON.bin', '_CON.bin'],
    ['a\0b\u0007.bin', 'ab.bin'],
    [`${'x'.repeat(300)}.bin`, `${'x'.repeat(196)}.bin`],
    ['...', 'file'],
  ] as const)('called %s is stored as %s', async ([name, storedName]) => {
    const response = await accepted(
      await uploads.current.post(user, formOf(fieldsOf(user), fileOf(bytesOf(10), name))),
    );
    expect(response.filenameSanitized).toBe(storedName);
  });
});

const programBytes = (): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(1000);
  bytes.set([0x4d, 0x5a]);
  return bytes;
};

describe('a rejection has a reason and leaves nothing', () => {
  const rejections: readonly (readonly [
    what: string,
    send: () => Promise<Response>,
    status: number,
    code: string,
    error?: string,
  ])[] = [
    ['an empty file', () => send({}, fileOf(new Uint8Array(0))), 400, 'file_empty'],
    ['no file', () => send({}, null), 400, 'file_missing', 'No file provided'],
    [
      'a page',
      () => send({}, fileOf(new TextEncoder().encode('<script>'), 'a.png', 'image/png')),
      415,
      'file_type_refused',
    ],
    ['a program', () => send({}, fileOf(programBytes(), 'setup.exe')), 415, 'file_type_refused'],
    [
      "somebody else's name",
      () => send({ userId: '01890000-0000-7000-8000-000000000000' }),
      403,
      'forbidden',
    ],
    ["a channel that is not one's own", () => send({ channelId: 'other' }), 403, 'forbidden'],
    ['no user', () => send({ userId: '' }), 400, 'validation_failed'],
    ['no channel', () => send({ channelId: '' }), 400, 'validation_failed'],
    ['no message', () => send({ messageId: '' }), 400, 'validation_failed'],
    ['an id with a NUL', () => send({ uploadId: 'a\0b' }), 400, 'validation_failed'],
    [
      'a waveform that is none',
      () => send({ voice: '{"durationMs":-1}' }),
      400,
      'validation_failed',
    ],
    [
      'a waveform that converts to nothing',
      () => send({ voice: '{"durationMs":1,"peaks":{"length":{"toString":1}}}' }),
      400,
      'validation_failed',
    ],
    ['more than the person has room for', () => sendBeyondQuota(), 403, 'quota_exceeded'],
    [
      'somebody not signed in',
      () => uploads.current.post(null, formOf(fieldsOf(user), fileOf(bytesOf(10)))),
      401,
      'unauthenticated',
    ],
  ];
  let order: 'fields first' | 'file first' = 'fields first';
  const send = (fields: Record<string, string>, file: File | null = fileOf(bytesOf(100_000))) =>
    uploads.current.post(user, formOf(fieldsOf(user, fields), file, order));
  const sendBeyondQuota = async (): Promise<Response> => {
    const stored: UploadResponse[] = [];
    for (let count = 0; count < 3; count += 1) {
      stored.push(await accepted(await send({}, fileOf(bytesOf(6 * MEGABYTE)))));
    }
    const response = await send({}, fileOf(bytesOf(6 * MEGABYTE)));
    for (const { fileId } of stored) {
      const url = `${uploads.current.url}/api/files/${fileId}`;
      await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${user.token}` } });
    }
    return response;
  };

  test.for(
    rejections.flatMap((rejection) => [
      [`${rejection[0]}, fields first`, 'fields first', rejection] as const,
      [`${rejection[0]}, file first`, 'file first', rejection] as const,
    ]),
  )('%s', async ([, given, [, act, status, code, error]]) => {
    order = given;
    const response = await rejected(await act());
    expect(response).toMatchObject({ status, type: 'upload_error', details: { code } });
    expect(response.error).toBe(error ?? response.details.message);
    expect(await uploads.current.countAll()).toEqual(nothing);
  });

  test('a missing field is named', async () => {
    const form = formOf({ userId: user.id }, fileOf(bytesOf(10)));
    const { details } = await rejected(await uploads.current.post(user, form));
    expect(Object.keys(details.fields ?? {}).toSorted()).toEqual([
      'channelId',
      'messageId',
      'uploadId',
    ]);
    expect(await uploads.current.countAll()).toEqual(nothing);
  });

  test('two files', async () => {
    const form = formOf(fieldsOf(user), fileOf(bytesOf(100)));
    form.append('file', fileOf(bytesOf(100)));
    expect(await rejected(await uploads.current.post(user, form))).toMatchObject({
      status: 400,
      details: { code: 'too_many_files' },
    });
    expect(await uploads.current.countAll()).toEqual(nothing);
  });

  test("another user's message, as the channel's policy decides", async () => {
    uploads.current.policy = ({ messageId }) => Promise.resolve(messageId !== 'theirs');
    const own = await uploads.current.post(
      user,
      formOf(fieldsOf(user, { channelId: 'mine', messageId: 'own' }), fileOf(bytesOf(10))),
    );
    await accepted(own);
    const response = await uploads.current.post(
      user,
      formOf(fieldsOf(user, { channelId: 'mine', messageId: 'theirs' }), fileOf(bytesOf(10))),
    );
    expect((await rejected(response)).details.code).toBe('forbidden');
    expect(await uploads.current.countAll()).toMatchObject({ rows: 1, objects: 1 });
  });

  test('another file under the id of an existing one', async () => {
    const fields = fieldsOf(user);
    await accepted(await uploads.current.post(user, formOf(fields, fileOf(bytesOf(10), 'a.bin'))));
    const response = await uploads.current.post(user, formOf(fields, fileOf(bytesOf(10), 'b.bin')));
    expect(await rejected(response)).toMatchObject({ details: { code: 'upload_conflict' } });
    expect(await uploads.current.countAll()).toEqual({ rows: 1, objects: 1, unfinished: 0 });
  });

  test('no form at all', async () => {
    const response = await fetch(`${uploads.current.url}${CHUNKED_UPLOAD_PATH}`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    });
    expect(await rejected(response)).toMatchObject({ status: 415 });
  });
});

/** The raw bytes of a form, for requests that browsers do not make. */
const rawForm = (fields: Record<string, string>, file: Buffer): Buffer => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.concat([
    Buffer.from(parts.join('')),
    Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
    ),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ]);
};

/** Sends bytes with any Content-Length, and returns the response. */
const sendRaw = (body: Buffer, length: number | null): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(uploads.current.url);
    const socket = net.connect(Number(port), '127.0.0.1');
    let response = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      response += text;
      if (response.includes('}}')) socket.end();
    });
    socket.on('close', () => resolve(response)).on('error', reject);
    socket.write(
      `POST ${CHUNKED_UPLOAD_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\n' +
        (length === null ? 'Connection: close\r\n' : `Content-Length: ${length}\r\n`) +
        '\r\n',
    );
    socket.write(body);
  });

describe('a file that is too large', () => {
  test('is rejected before its first byte is read if the request declares its size', async () => {
    const response = await sendRaw(Buffer.alloc(0), 500 * MEGABYTE);
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response).toContain('"error":"Server rejected file: 500 MB exceeds 8 MB"');
    expect(response).toContain('"type":"file_too_large"');
    expect(await uploads.current.countAll()).toEqual(nothing);
  });

  test('is rejected while it streams if the request does not', async () => {
    const { url } = uploads.current;
    const response = await new Promise<string>((resolve, reject) => {
      const request = http.request(`${url}${CHUNKED_UPLOAD_PATH}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${user.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'transfer-encoding': 'chunked',
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        let text = `${response.statusCode} `;
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve(text));
      });
      request.end(rawForm(fieldsOf(user), randomBytes(9 * MEGABYTE)));
    });
    expect(response).toMatch(/^413 .*Server rejected file: .* exceeds 8 MB/);
    expect(await uploads.current.countAll()).toEqual(nothing);
  });
});

// The file begins in the bytes that the parser has when it meets the fault, and goes on after them.
test.for([
  ['that is too long', { note: 'x'.repeat(20_000) }],
  [
    'too many',
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field${index}`, 'x'])),
  ],
] as const)('a field %s right before the file leaves nothing', async ([, fields]) => {
  const body = rawForm({ ...fieldsOf(user), ...fields }, randomBytes(MEGABYTE));
  const response = await sendRaw(body, body.length);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('malformed_request');
  expect(await uploads.current.countAll()).toEqual(nothing);
});

describe('an inconsistent request', () => {
  test('with a Content-Length below its bytes is cut and incomplete', async () => {
    const body = rawForm(fieldsOf(user), randomBytes(100_000));
    expect(await sendRaw(body.subarray(0, 60_000), 60_000)).toContain('upload_incomplete');
    expect(await uploads.current.countAll()).toEqual(nothing);
  });

  test('without the last delimiter is incomplete', async () => {
    const body = rawForm(fieldsOf(user), randomBytes(1000));
    const cut = body.subarray(0, body.length - 10);
    expect(await sendRaw(cut, cut.length)).toContain('upload_incomplete');
    expect(await uploads.current.countAll()).toEqual(nothing);
  });

  test.for([20, 300, 900, 70_000, 3 * MEGABYTE])(
    'a connection closed after %i bytes leaves nothing',
    async (length) => {
      const body = rawForm(fieldsOf(user), randomBytes(4 * MEGABYTE));
      const { port } = new URL(uploads.current.url);
      const socket = net.connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        `POST ${CHUNKED_UPLOAD_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.token}\r\n` +
          `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, length));
      // The server must be in the middle of it: a row exists once the file has begun.
      const begun = length > 1000 ? 1 : 0;
      await expect.poll(async () => (await uploads.current.countAll()).rows).toBe(begun);
      socket.destroy();
      await expect.poll(() => uploads.current.countAll()).toEqual(nothing);
    },
  );
});
