import { expect, test } from 'vitest';
import { everyCall } from './contract-modules.ts';
import { notes } from './notes.ts';
import { parseUntrusted } from '../parse-untrusted.ts';
import { writeOpenApi } from './write-open-api.ts';

const document = writeOpenApi({ siteName: 'Izgodno', baseUrl: null, guide: '' });

test('every note is about a call', () => {
  const names = everyCall.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(notes)));
});

test('the description of a call has its note, and the key of a repetition its form', () => {
  expect(document.paths['/api/message']).toMatchObject({
    post: {
      description: expect.stringContaining(
        'In one channel a member sends at most 15 in 10 seconds',
      ),
      parameters: [{ name: 'Idempotency-Key', schema: { pattern: '^[!-~]{1,255}$' } }],
    },
  });
});

test('calls that ignore unknown fields have the header that names them', () => {
  expect(document.paths['/api/deals']).toMatchObject({
    post: { responses: { 200: { headers: { 'X-Ignored-Fields': {} } } } },
  });
  expect(document.paths['/api/keys']).toMatchObject({
    post: { description: expect.stringContaining('Unknown fields of the body are rejected.') },
  });
  expect(document.paths['/api/keys']).not.toMatchObject({
    post: { responses: { 200: { headers: { 'X-Ignored-Fields': {} } } } },
  });
});

test('a body is required where the call does not do without', () => {
  for (const { call } of everyCall) {
    if (call.body === undefined) continue;
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    expect(document.paths[path]).toMatchObject({
      [call.method.toLowerCase()]: {
        requestBody: { required: !parseUntrusted(call.body, {}).success },
      },
    });
  }
  expect(document.paths['/api/message/{id}']).toMatchObject({
    delete: { requestBody: { required: false } },
  });
  expect(document.paths['/api/deals/{id}/sold']).toMatchObject({
    post: { requestBody: { required: false } },
  });
});
