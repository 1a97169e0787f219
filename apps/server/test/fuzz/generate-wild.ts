import { asBytes, type FuzzRequest } from './fuzz-request.ts';
import { encodeJson, hostileJson, hostileTexts } from './hostile.ts';
import type { Random } from './random.ts';

const METHODS = [
  'HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'LINK', 'PURGE',
] as const; // prettier-ignore

const CONTENT_TYPES = [
  '', 'application/json; charset=utf-16', 'application/json;charset="', 'application/json; charset=nonsense',
  'application/jsonx', 'APPLICATION/JSON', 'text/plain', 'text/html', 'application/x-www-form-urlencoded',
  'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x',
  'application/offset+octet-stream', 'application/octet-stream', 'application/vnd.api+json', '*/*', ',', '__proto__',
  'application/json, application/json', 'a'.repeat(3_000),
] as const; // prettier-ignore

const HEADER_NAMES = [
  'authorization', 'cookie', 'origin', 'referer', 'accept', 'accept-language', 'accept-encoding', 'range', 'if-range',
  'if-none-match', 'if-modified-since', 'x-request-id', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto',
  'forwarded', 'x-http-method-override', 'access-control-request-method', 'access-control-request-headers',
  'user-agent', 'content-encoding', 'dnt', 'sec-fetch-site', 'cf-ipcountry', 'x-csrf-token', 'idempotency-key',
  'tus-resumable', '__proto__', 'constructor',
] as const; // prettier-ignore

const HEADER_VALUES = [
  'Bearer ', 'Bearer null', 'Basic AAAA', 'Bearer {{token}}x', 'bearer {{token}}', 'Bearer {{token}} {{token}}',
  'refresh_token=x; refresh_token=y', '=; =;;', 'a=%ff', `k=${'v'.repeat(4_000)}`, '__proto__=1; constructor=2',
  'null', 'https://evil.example', 'http://[::1', 'bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3',
  'bytes=99999999999999999999-', '*', '"*"', 'W/"x"', '0.0.0.0', '::ffff:127.0.0.1', '256.256.256.256', '%', 'DELETE',
  'br;q=x, gzip;q=-1', 'deflate, br', 'identity;q=0', 'bg;q=9, *;q=x', 'q'.repeat(2_000), '1', '-1', '1e309', '\xff\xfe',
  'Thu, 01 Jan 1970 00:00:00 GMT', 'Thu, 99 Foo 99999 99:99:99 GMT', '*/*;q=0', 'application/xml',
] as const; // prettier-ignore

const encodeLetter = (letter: string): string =>
  `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** The same path in another spelling, or a similar one. */
const respellPath = (target: string, random: Random): string => {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  const rest = query === -1 ? '' : target.slice(query);
  const at = 1 + random.below(Math.max(1, path.length - 1));
  const letter = path[at] ?? 'a';
  switch (random.below(12)) {
    case 0:
      return `${path.replaceAll(/[a-z]/g, (each) => (random.chance(0.3) ? encodeLetter(each) : each))}${rest}`;
    case 1:
      return `${path.slice(0, at)}${encodeLetter(letter)}${path.slice(at + 1)}${rest}`;
    case 2:
      return `${path}/${rest}`;
    case 3:
      return `/${path}${rest}`;
    case 4:
      return `${path.replace('/api/', '/api//')}${rest}`;
    case 5:
      return `${path.replace('/api/', '/api/./')}${rest}`;
    case 6:
      return `/x/..${path}${rest}`;
    case 7:
      return `${path.toUpperCase()}${rest}`;
    case 8:
      return `${path};a=b${rest}`;
    case 9:
      return `http://evil.example${path}${rest}`;
    case 10:
      return `${path}%00${rest}`;
    default:
      return `${path.replaceAll('/', '%2f')}${rest}`;
  }
};

/** A body that no proper client would send. */
const spoilBody = (body: string, random: Random): string => {
  const at = random.below(body.length + 1);
  switch (random.below(9)) {
    case 0:
      return '';
    case 1:
      return body.slice(0, at);
    case 2:
      return `${body}${body}`;
    case 3:
      return `\xef\xbb\xbf${body}`;
    case 4:
      return `${body.slice(0, at)}\xff\xc0\x80${body.slice(at)}`;
    case 5:
      return `${body.slice(0, at)}\0${body.slice(at)}`;
    case 6:
      return Buffer.from(body, 'utf16le').toString('latin1');
    case 7:
      return asBytes(encodeJson(random.pickOf(hostileJson)));
    default:
      return '['.repeat(100_000);
  }
};

/** A change that a call does not describe: method, spelling, headers, encoding. */
export const spoilRequest = (request: FuzzRequest, random: Random): FuzzRequest => {
  switch (random.below(6)) {
    case 0:
      return { ...request, method: random.pick(METHODS) };
    case 1:
    case 2:
      return { ...request, target: respellPath(request.target, random) };
    case 3:
      return {
        ...request,
        body: spoilBody(request.body ?? '{}', random),
        headers: [
          ['content-type', random.chance(0.6) ? 'application/json' : random.pick(CONTENT_TYPES)],
        ],
      };
    case 4:
      return {
        ...request,
        body: request.body ?? '{}',
        headers: [['content-type', random.pick(CONTENT_TYPES)]],
      };
    default: {
      const text = random.chance(0.7)
        ? random.pick(HEADER_VALUES)
        : asBytes(random.pickOf(hostileTexts) ?? '').slice(0, 4_000);
      return { ...request, headers: [...request.headers, [random.pick(HEADER_NAMES), text]] };
    }
  }
};

const RAW_REQUESTS = [
  'GET /api/health HTTP/1.1\r\n\r\n',
  'GET  /api/health  HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/health HTTP/9.9\r\nhost: x\r\n\r\n',
  'GET /api/health\r\n\r\n',
  'get /api/health HTTP/1.1\r\nhost: x\r\n\r\n',
  'NONSENSE /api/health HTTP/1.1\r\nhost: x\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  'GET /api/health HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n',
  'GET /api/health HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n',
  'GET /api/health HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n',
  'GET /api/health HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
  `GET /api/health HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
  `GET /${'y'.repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  `GET /api/health HTTP/1.1\r\nhost: x\r\n${'x: y\r\n'.repeat(3_000)}\r\n`,
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1e3\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999999\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 2\r\n\r\n0\r\n\r\n',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: identity\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nexpect: nonsense\r\ncontent-length: 2\r\n\r\n{}',
  'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET * HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET http://[::1/api/health HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /api/realtime HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  'GET /api/realtime HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 99\r\nsec-websocket-key: x\r\n\r\n',
  'GET //[ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  'GET /api/realtime HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
  'POST /api/health HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\ncontent-length: 0\r\n\r\n',
] as const; // prettier-ignore

/** Invalid or unusual HTTP. */
export const generateRawRequest = (random: Random): FuzzRequest => {
  const raw: string = random.pick(RAW_REQUESTS);
  const at = random.below(raw.length);
  const spoiled = random.chance(0.3)
    ? `${raw.slice(0, at)}${String.fromCharCode(random.below(256))}${raw.slice(at + 1)}`
    : raw;
  return { as: 'anonymous', method: 'GET', target: '/', headers: [], body: null, raw: spoiled };
};
