import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { portOf } from '#test/port-of.ts';
import { isPublicIp, type IpGuardOptions, type Resolve } from './ip-guard.ts';
import { createGuardedFetch, type GuardedFetchRequest } from './guarded-fetch.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server; returns its "127.0.0.1:port". */
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${portOf(server)}`;
};

const portIn = (authority: string): number => Number(authority.split(':')[1]);

const request: GuardedFetchRequest = { accept: 'text/html', maxBytes: 1_000, timeoutMs: 30_000 };

const fetchWith = (guarding: IpGuardOptions, changed: Partial<GuardedFetchRequest> = {}) => {
  const guardedFetch = createGuardedFetch({ contact: 'https://izgodno.example', ...guarding });
  return (url: string) => guardedFetch(url, { ...request, ...changed });
};

describe('a public address', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '168.63.129.15',
    '192.0.1.1',
    '64:ff9b::808:808',
    '2001:200::1',
    '172.15.0.1',
    '172.32.0.1',
    '2a00:1450:4017::200e',
  ])('%s is', (ip) => expect(isPublicIp(ip)).toBe(true));
  test.each([
    '0.0.0.0',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '64:ff9b::168.63.129.16',
    '::ffff:0:8.8.8.8',
    '::ffff:0:7f00:1',
    '192.0.0.9',
    '192.0.0.170',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.175.48.1',
    '64:ff9b:1::8.8.8.8',
    '100::1',
    '100:0:0:1::1',
    '2001::8.8.8.8',
    '2001:2::1',
    '2001:20::1',
    '2001:1::1',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3fff::1',
    '5f00::1',
    'fec0::1',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not', (ip) => expect(isPublicIp(ip)).toBe(false));

  test('no spelling of a private IPv4 address on an IPv6 socket is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom([10], [127], [192, 168], [169, 254]),
        fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
        (start, rest) => {
          const octets = [...start, ...rest].slice(0, 4);
          const hex = octets.map((octet) => octet.toString(16).padStart(2, '0')).join('');
          expect(isPublicIp(`::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`)).toBe(false);
          expect(isPublicIp(`::ffff:${octets.join('.')}`)).toBe(false);
        },
      ),
    );
  });
});

describe('URLs that are rejected before anything is sent', () => {
  test.each([
    ['', 'url_invalid'],
    ['/deals', 'url_invalid'],
    ['not an address', 'url_invalid'],
    ['ftp://shop.example/feed', 'address_forbidden'],
    ['file:///etc/passwd', 'address_forbidden'],
    ['http://user:secret@shop.example/', 'address_forbidden'],
    ['http://shop.example:22/', 'address_forbidden'],
    ['http://127.0.0.1/', 'address_forbidden'],
    ['http://127.1/', 'address_forbidden'],
    ['http://2130706433/', 'address_forbidden'],
    ['http://0x7f.0.0.1/', 'address_forbidden'],
    ['http://[::1]/', 'address_forbidden'],
    ['http://[::ffff:127.0.0.1]/', 'address_forbidden'],
    ['http://169.254.169.254/latest/meta-data/', 'address_forbidden'],
    ['http://localhost/', 'address_forbidden'],
  ])('%s: %s', async (url, code) => {
    await expect(fetchWith({})(url)).rejects.toMatchObject({ code });
  });
});

/** A resolver with a table of results, which records the resolved names. */
const resolving =
  (table: Readonly<Record<string, readonly string[]>>): Resolve =>
  (host, done) =>
    done(
      null,
      (table[host] ?? []).map((ip) => ({ address: ip, family: ip.includes(':') ? 6 : 4 })),
    );

test('a name with a private IP among its IPs is rejected', async () => {
  const authority = await serve((_, response) => response.end('inside'));
  const guarding: IpGuardOptions = {
    ports: [portIn(authority)],
    resolve: resolving({ 'shop.example': ['93.184.216.34', '127.0.0.1'] }),
  };
  await expect(
    fetchWith(guarding)(`http://shop.example:${portIn(authority)}/`),
  ).rejects.toMatchObject({
    code: 'address_forbidden',
  });
});

test('a request to an allowed name goes to the resolved IP, with that name and our User-Agent', async () => {
  const authority = await serve(({ headers }, response) =>
    response.end(`${headers.host} ${headers['user-agent']} ${headers.cookie}`),
  );
  const host = `shop.example:${portIn(authority)}`;
  const guarding = { allow: [host], resolve: resolving({ 'shop.example': ['127.0.0.1'] }) };
  const response = await fetchWith(guarding)(`http://${host}/`);
  expect(response.body.toString()).toBe(`${host} Izgodno/0.1 (+https://izgodno.example) undefined`);
});

test('a redirect is followed, and rejected if it leads into a private network', async () => {
  const inside = await serve((_, response) => response.end('secret'));
  const outside = await serve(({ url }, response) => {
    if (url === '/end') response.end('here');
    else if (url === '/good') response.writeHead(302, { location: '/end' }).end();
    else response.writeHead(302, { location: `http://${inside}/` }).end();
  });
  const get = fetchWith({ allow: [outside] });
  const response = await get(`http://${outside}/good`);
  expect([response.url, response.body.toString()]).toEqual([`http://${outside}/end`, 'here']);
  await expect(get(`http://${outside}/bad`)).rejects.toMatchObject({ code: 'address_forbidden' });
});

test('endless redirects are given up', async () => {
  const authority = await serve((_, response) =>
    response.writeHead(302, { location: '/again' }).end(),
  );
  await expect(fetchWith({ allow: [authority] })(`http://${authority}/`)).rejects.toMatchObject({
    code: 'too_many_redirects',
  });
});

test.each([
  ['plain', {}, (body: Buffer) => body],
  ['compressed', { 'content-encoding': 'gzip' }, (body: Buffer) => gzipSync(body)],
] as const)('a %s body above the limit is rejected', async (_, headers, encode) => {
  const authority = await serve((_request, response) => {
    response.writeHead(200, headers).end(encode(Buffer.alloc(100_000, 'a')));
  });
  await expect(fetchWith({ allow: [authority] })(`http://${authority}/`)).rejects.toMatchObject({
    code: 'too_large',
  });
  const response = await fetchWith(
    { allow: [authority] },
    { maxBytes: 100_000 },
  )(`http://${authority}/`);
  expect(response.body.length).toBe(100_000);
});

test.each([
  ['a charset in place of a coding', 'utf-8', 'here'],
  ['the word none', 'None', 'here'],
  ['no coding twice', 'identity, identity', 'here'],
  ['a coding that a proxy names again', 'gzip, gzip', gzipSync('here')],
  ['a coding that a proxy names again in the old way', 'gzip, x-gzip', gzipSync('here')],
  ['two codings', 'br, gzip', gzipSync(brotliCompressSync('here'))],
  ['two codings the other way round', 'gzip, br', brotliCompressSync(gzipSync('here'))],
  ['two codings without a body', 'gzip, br', ''],
  ['a coding and none', 'identity, x-gzip', gzipSync('here')],
  ['a coding without a body', 'gzip', ''],
  ['another coding without a body', 'br', ''],
])('a body with %s is read', async (_, coding, body) => {
  const authority = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(body),
  );
  const { body: read } = await fetchWith({ allow: [authority] })(`http://${authority}/`);
  expect(read.toString()).toBe(body === '' ? '' : 'here');
});

test('an endless body is given up in time', async () => {
  const authority = await serve((_, response) => void response.writeHead(200).write('<html>'));
  await expect(
    fetchWith({ allow: [authority] }, { timeoutMs: 200 })(`http://${authority}/`),
  ).rejects.toMatchObject({ code: 'too_slow' });
});

const unknown: Resolve = (host, done) => done(new Error(`getaddrinfo ENOTFOUND ${host}`), []);

test('a damaged compressed body, a closed port and an unknown name are reported as unreachable', async () => {
  const authority = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('whole').subarray(0, 12)),
  );
  await expect(fetchWith({ allow: [authority] })(`http://${authority}/`)).rejects.toMatchObject({
    code: 'unreachable',
  });
  await expect(fetchWith({ allow: ['127.0.0.1:1'] })('http://127.0.0.1:1/')).rejects.toMatchObject({
    code: 'unreachable',
  });
  await expect(fetchWith({ resolve: unknown })('http://shop.example/')).rejects.toMatchObject({
    code: 'unreachable',
  });
});

test('the caller can cancel it', async () => {
  const authority = await serve(() => {});
  const controller = new AbortController();
  const fetching = fetchWith(
    { allow: [authority] },
    { signal: controller.signal },
  )(`http://${authority}/`);
  controller.abort(new Error('enough'));
  await expect(fetching).rejects.toThrow('enough');
});
