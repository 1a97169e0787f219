import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import { connect, type Socket } from 'node:net';
import webPush from 'web-push';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { portOf } from '#test/port-of.ts';
import { PushRejectedError, type PushTarget } from './pusher.ts';
import { createWebPusher } from './web-pusher.ts';

const vapid = webPush.generateVAPIDKeys();
const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = Buffer.from('0123456789abcdef');

interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

let service: Server;
let status = 201;
const respondAtOnce = (response: ServerResponse): void => void response.writeHead(status).end();
let respond = respondAtOnce;
const received: Received[] = [];

/** Push services use TLS only; this one accepts the same requests without it. */
class PlainAgent extends Agent {
  override createConnection(): Socket {
    return connect(portOf(service), '127.0.0.1');
  }
}

const target: PushTarget = {
  endpoint: 'https://push.example/subscriptions/1',
  p256dh: browser.getPublicKey().toString('base64url'),
  auth: auth.toString('base64url'),
};

const createPusher = () =>
  createWebPusher({
    ...vapid,
    subject: 'https://izgodno.example',
    agent: new PlainAgent(),
  });

beforeAll(async () => {
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      received.push({ request, body: Buffer.concat(chunks) });
      respond(response);
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
});
beforeEach(() => {
  received.length = 0;
  status = 201;
  respond = respondAtOnce;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** As a browser does it (RFC 8291, section 3.4; RFC 8188, section 2). */
const decrypt = (body: Buffer): string => {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const key = derive(browser.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
};

const claimsSchema = z.object({ aud: z.string(), sub: z.string(), exp: z.number() });

/** The sender's verified claims (RFC 8292). Throws if verification fails. */
const provenBy = (header = ''): z.infer<typeof claimsSchema> => {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  expect(key).toBe(vapid.publicKey);
  const point = Buffer.from(vapid.publicKey, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isProven = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isProven).toBe(true);
  return claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
};

test('only the browser can read a push, and the sender proves its identity', async () => {
  const payload = JSON.stringify({ title: 'Цената падна', body: 'Велосипед: 100 € → 80 €' });
  expect(await createPusher().send(target, payload)).toBe('sent');
  const [{ request, body } = { request: undefined, body: Buffer.alloc(0) }] = received;
  expect(request).toMatchObject({ method: 'POST', url: '/subscriptions/1' });
  expect(request?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
  expect(decrypt(body)).toBe(payload);
  const claims = provenBy(request?.headers.authorization);
  expect(claims).toMatchObject({ aud: 'https://push.example', sub: 'https://izgodno.example' });
  // A day at most (RFC 8292, section 2).
  expect(claims.exp * 1_000).toBeGreaterThan(Date.now());
  expect(claims.exp * 1_000).toBeLessThanOrEqual(Date.now() + 24 * 60 * 60_000);
});

test.for([404, 410])(
  'a subscription is unavailable if the service responds with %d',
  async (response) => {
    status = response;
    expect(await createPusher().send(target, 'x')).toBe('gone');
  },
);

test.for([400, 401, 403, 413])('a push is rejected for good with %d', async (response) => {
  status = response;
  const rejected = new PushRejectedError(`The push service responded with ${response}.`);
  await expect(createPusher().send(target, 'x')).rejects.toThrow(rejected);
});

test.for([429, 500])('temporary errors, as %d, are thrown', async (response) => {
  status = response;
  const temporary = new Error(`The push service responded with ${response}.`);
  await expect(createPusher().send(target, 'x')).rejects.toThrow(temporary);
});

test.for([
  ['breaks off', (response: ServerResponse) => void response.socket?.end()],
  ['never ends', () => undefined],
] as const)('a response whose body %s keeps no delivery waiting', async ([, end]) => {
  respond = (response) => {
    response.writeHead(201, { 'content-length': 10 }).write('x');
    end(response);
  };
  expect(await createPusher().send(target, 'x')).toBe('sent');
});
