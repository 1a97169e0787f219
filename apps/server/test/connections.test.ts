import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { errorBodySchema, errorDefinitions, type ErrorCode } from '@izgodno/contract/common/errors';
import { parseServerFrame, REALTIME_PATH } from '@izgodno/contract/realtime/frames';
import { getMe } from '@izgodno/contract/accounts/calls';
import { GENERIC_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import type { ConnectionLimits } from '#platform/http/connections/connection-limits.ts';
import { provideSessionApp } from './session-app.ts';
import { portOf } from './port-of.ts';

const limits: Partial<ConnectionLimits> = {
  // Other users' headers take this long where the machine is busy.
  headersMs: 2_000,
  bodyMs: 600,
  // Less than a piece of the slow upload, and more than what drips in that time.
  windowMs: 1_000,
  windowBytes: 40,
  afterResponseMs: 400,
  lookMs: 50,
};
const session = provideSessionApp({}, () => ({ connectionLimits: limits }));
let port = 0;
beforeAll(async () => {
  await session.current.app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(session.current.app.server);
});

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

interface Line {
  readonly socket: Socket;
  /** All bytes received, once the other side has closed. */
  readonly response: Promise<string>;
}

const call = (text: string): Line => {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let heard = '';
  socket.on('data', (data) => (heard += data.toString()));
  socket.on('error', () => {});
  socket.write(text);
  const response = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  return { socket, response };
};

/** Sends a byte now and then, as long as the other side reads. */
const drip = (line: Line, everyMs = 40): Line => {
  const timer = setInterval(() => line.socket.write('a'), everyMs);
  line.socket.once('close', () => clearInterval(timer));
  return line;
};

const rejectionIn = (response: string): { readonly status: number; readonly code: string } => {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/json');
  return {
    status: Number(head.split(' ')[1]),
    code: errorBodySchema.parse(JSON.parse(body)).error.code,
  };
};

const rejected = (code: ErrorCode) => ({ status: errorDefinitions[code].status, code });

const LOGIN = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const ENDLESS = 'Content-Length: 100000\r\n\r\n';

describe('a slow connection', () => {
  test.for([
    ['over its headers', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['over a body', `${LOGIN}${ENDLESS}{"email":"`],
    ['over a body in chunks', `${LOGIN}Transfer-Encoding: chunked\r\n\r\nffff\r\n{`],
    [
      'over the body of an address that the router refuses',
      `POST /api/%zz HTTP/1.1\r\nHost: x\r\n${ENDLESS}`,
    ],
  ] as const)('%s is ended', async ([, text]) => {
    const { response } = drip(call(text));
    const { status } = rejectionIn(await response);
    expect([400, 408]).toContain(status);
  });

  test('that sends nothing is ended', async () => {
    expect(rejectionIn(await call('').response)).toEqual(rejected('request_timeout'));
  });

  test('is ended after the response if it keeps sending', async () => {
    const { response } = drip(call(`POST /api/nothing HTTP/1.1\r\nHost: x\r\n${ENDLESS}`));
    expect(await response).toContain('404 Not Found');
  });
});

/** Registers a user, and returns the start and the end of a form with a file of that size. */
const beginForm = async (
  bytes: number,
): Promise<{ readonly head: string; readonly tail: string }> => {
  const { accessToken } = await session.current.signUp();
  const device = JSON.stringify({ deviceId: 'd1', type: 'desktop', os: 'any' });
  const form = [
    '--b\r\nContent-Disposition: form-data; name="deviceInfo"\r\n',
    `${device}\r\n--b`,
    'Content-Disposition: form-data; name="file"; filename="a.pdf"',
    'Content-Type: application/pdf\r\n',
    '%PDF-1.7\n',
  ].join('\r\n');
  const tail = '\r\n--b--\r\n';
  const head = [
    `POST ${GENERIC_UPLOAD_PATH} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${accessToken}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${form.length + bytes + tail.length}\r\n`,
    form,
  ].join('\r\n');
  return { head, tail };
};

describe('an upload', () => {
  test('over a slow connection succeeds, however long it takes', async () => {
    const pieces = 20;
    const { head, tail } = await beginForm(pieces * 200);
    const line = call(head);
    for (let piece = 0; piece < pieces; piece += 1) {
      line.socket.write('a'.repeat(200));
      await sleep(100);
    }
    line.socket.write(tail);
    expect(await line.response).toContain('200 OK');
  });

  test('with too slow a body is ended', async () => {
    const { head } = await beginForm(100_000);
    const { response } = drip(call(head));
    expect(rejectionIn(await response)).toEqual(rejected('request_timeout'));
  });
});

describe('requests outside our routes are rejected like calls', () => {
  test.for([
    ['no HTTP', 'GET / HTPP/9\r\n\r\n', 'malformed_request'],
    [
      'two lengths',
      `${LOGIN}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
      'malformed_request',
    ],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}`,
      'headers_too_large',
    ],
    ['an unknown method', 'BREW /api/health HTTP/1.1\r\nHost: x\r\n\r\n', 'not_implemented'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'not_implemented'],
    [
      'an unknown expectation',
      'GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      'malformed_request',
    ],
    [
      'a WebSocket elsewhere',
      'GET /api/deals HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'not_found',
    ],
    [
      'a WebSocket of another site',
      `GET ${REALTIME_PATH} HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      'forbidden',
    ],
  ] as const)('%s', async ([, text, code]) => {
    expect(rejectionIn(await call(text).response)).toEqual(rejected(code));
  });

  test('and an unsupported upgrade does not make a call fail', async () => {
    const { response } = call(
      'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    );
    expect(await response).toContain('200 OK');
  });
});

const hear = async (token: string): Promise<WebSocket> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${REALTIME_PATH}`);
  const welcome = once(socket, 'message');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', token }));
  const [data] = await welcome;
  expect(parseServerFrame(String(data))?.type).toBe('welcome');
  return socket;
};

test('five users work while 300 connections are slow, and all of those are ended', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => session.current.signUp()));
  const sockets = await Promise.all(users.map(({ accessToken }) => hear(accessToken)));
  const dripping = Array.from({ length: 300 }, () =>
    drip(call(`${LOGIN}${ENDLESS}{"email":"`), 100),
  );
  let ended = 0;
  const all = Promise.all(
    dripping.map(async ({ response }) => {
      await response;
      ended += 1;
    }),
  );

  const work = async (token: string): Promise<void> => {
    while (ended < dripping.length) {
      const response = await fetch(`http://127.0.0.1:${port}${getMe.path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(200);
      await response.body?.cancel();
      await sleep(50);
    }
  };
  await Promise.all([all, ...users.map(({ accessToken }) => work(accessToken))]);
  expect(sockets.map(({ readyState }) => readyState)).toEqual(sockets.map(() => WebSocket.OPEN));
  for (const socket of sockets) socket.terminate();
});
