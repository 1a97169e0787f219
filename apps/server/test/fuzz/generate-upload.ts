import {
  CHUNKED_UPLOAD_PATH,
  GENERIC_UPLOAD_PATH,
  RESUMABLE_UPLOAD_PATH,
} from '@izgodno/contract/uploads/multipart';
import { asBytes, roles, type FuzzRequest } from './fuzz-request.ts';
import { spoilRequest } from './generate-wild.ts';
import { hostileJson, hostileTexts, RawJson } from './hostile.ts';
import type { Random } from './random.ts';

const CONTENTS = [
  'hello', '', '%PDF-1.4\n%x', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'GIF89a\xff\xff\xff\xff', 'RIFF\0\0\0\0WEBPVP8 ',
  'PK\x03\x04', '\xff\xd8\xff\xe0\0\x10JFIF', 'OggS\0\x02', 'ID3\x04\0\0', '<svg onload=alert(1)>', 'x'.repeat(70_000),
] as const; // prettier-ignore

const FIELD_NAMES = [
  'userId',
  'channelId',
  'messageId',
  'uploadId',
  'placeholderId',
  'voice',
] as const;

/** Fields of the chunked and the resumable upload, mostly valid, one of them perhaps not. */
const fieldsOf = (random: Random): Map<string, string> => {
  const fields = new Map<string, string>([
    ['userId', '{{me}}'],
    ['channelId', random.pick(['deals', 'profile', '{{channel}}', '{{user}}'])],
    ['messageId', random.pick(['m1', '{{messag}}'])],
    ['uploadId', `u${random.below(1_000_000)}`],
    ['placeholderId', 'p1'],
  ]);
  if (random.chance(0.3)) fields.set('voice', '{"durationMs":1200,"peaks":[1,2,3]}');
  if (random.chance(0.6)) {
    const name = random.pick(FIELD_NAMES);
    const json = random.pickOf(hostileJson) ?? new RawJson('null');
    if (random.chance(0.2)) fields.delete(name);
    else if (name === 'voice')
      fields.set(
        name,
        asBytes(random.chance(0.5) ? json.text : `{"durationMs":1200,"peaks":${json.text}}`),
      );
    else fields.set(name, asBytes((random.pickOf(hostileTexts) ?? '').toWellFormed()));
  }
  return fields;
};

const DISPOSITIONS = [
  'form-data; name="file"; filename="a.png"',
  'form-data; name="file"; filename="../../a\0.png"',
  `form-data; name="file"; filename="${'я'.repeat(300)}.png"`,
  "form-data; name=\"file\"; filename*=UTF-8''%ff%zz.png",
  "form-data; name=\"file\"; filename*=x''%",
  'form-data; name="file"',
  'form-data; filename="a"',
  'form-data; name="__proto__"; filename="a"',
  'attachment',
  '',
] as const; // prettier-ignore

const formBody = (
  boundary: string,
  fields: ReadonlyMap<string, string>,
  random: Random,
): string => {
  const parts = [...fields].map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = random.chance(0.7) ? DISPOSITIONS[0] : asBytes(random.pick(DISPOSITIONS));
  const type = random.pick([
    'image/png',
    'audio/webm',
    'text/html',
    '',
    'x',
    '/',
    'text/plain; charset=x',
  ]);
  const file = `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${type}\r\n\r\n${random.pick(CONTENTS)}\r\n`;
  const all = random.chance(0.5) ? [...parts, file] : [file, ...parts];
  if (random.chance(0.1)) all.push(file);
  if (random.chance(0.1))
    all.push(
      ...Array.from({ length: 60 }, (_, index) => parts[index % Math.max(1, parts.length)] ?? ''),
    );
  const end = random.chance(0.9) ? `--${boundary}--\r\n` : '';
  const body = `${all.join('')}${end}`;
  return random.chance(0.1) ? body.slice(0, random.below(body.length)) : body;
};

/** A form of the chunked or of the generic upload. */
export const generateForm = (random: Random): FuzzRequest => {
  const generic = random.chance(0.3);
  const boundary = random.pick([
    'xYx',
    '----WebKitFormBoundary7MA4YWxkTrZu0gW',
    "a'b",
    'b'.repeat(200),
  ]);
  const device = new RawJson('{"type":"desktop"}');
  const fields = generic
    ? new Map([
        [
          'deviceInfo',
          asBytes((random.chance(0.5) ? device : (random.pickOf(hostileJson) ?? device)).text),
        ],
      ])
    : fieldsOf(random);
  const request: FuzzRequest = {
    as: random.pick(roles),
    method: 'POST',
    target: generic ? GENERIC_UPLOAD_PATH : CHUNKED_UPLOAD_PATH,
    headers: [
      ['content-type', `multipart/form-data; boundary=${random.chance(0.9) ? boundary : 'other'}`],
    ],
    body: formBody(boundary, fields, random),
  };
  return random.chance(0.1) ? spoilRequest(request, random) : request;
};

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');

const NUMBERS = [
  '0',
  '5',
  '-1',
  '1e3',
  '1.5',
  '',
  '99999999999999999',
  '9007199254740993',
  'NaN',
  '0x5',
  '5, 5',
] as const;

/**
 * `Upload-Metadata`: pairs of a name and a value in Base64, valid or not. Values with names in
 * braces cannot be encoded before these are replaced.
 */
const metadataOf = (random: Random): string => {
  const fields = fieldsOf(random);
  const pairs = [...fields].map(([name, value]) =>
    value.startsWith('{{') ? `${name} {{base64 ${value.slice(2)}` : `${name} ${base64(value)}`,
  );
  pairs.push(
    `filename ${base64(random.pick(['a.txt', '../\0', 'я'.repeat(200), '']))}`,
    `filetype ${base64('text/plain')}`,
  );
  if (random.chance(0.15))
    pairs.push(
      random.pick(['__proto__ AAAA', 'constructor', ' ', 'x %%%', 'x /w==', 'x  y z', ',,', '=']),
    );
  return pairs.join(random.pick([',', ', ', ',']));
};

/** A request of the tus protocol: creation, offset, bytes, termination, or nearly one. */
export const generateTus = (random: Random): FuzzRequest => {
  const method = random.pick(['POST', 'POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS', 'GET', 'PUT']);
  const content = random.pick(CONTENTS);
  const size = random.chance(0.7) ? String(content.length) : random.pick(NUMBERS);
  const headers: [string, string][] = [
    [
      'tus-resumable',
      random.chance(0.85) ? '1.0.0' : random.pick(['0.2.2', '', '9.9.9', '1.0.0, 1.0.0']),
    ],
  ];
  const add = (chance: number, name: string, value: string): void => {
    if (random.chance(chance)) headers.push([name, value]);
  };
  if (method === 'POST') {
    add(0.9, 'upload-length', size);
    add(0.9, 'upload-metadata', metadataOf(random));
    add(0.15, 'upload-defer-length', random.pick(['1', '0', '2', 'x']));
    add(
      0.1,
      'upload-concat',
      random.pick([
        'partial',
        'final;/api/uploads/resumable/{{tu}}',
        'final;',
        'x',
        'final;http://evil.example/x',
      ]),
    );
  } else {
    add(0.8, 'upload-offset', random.chance(0.6) ? '0' : random.pick(NUMBERS));
    add(0.1, 'upload-length', size);
    add(0.1, 'upload-checksum', random.pick(['sha1 AAAA', 'x', 'md5']));
  }
  add(0.9, 'content-type', random.chance(0.9) ? 'application/offset+octet-stream' : 'text/plain');
  add(0.1, 'x-http-method-override', random.pick(['PATCH', 'DELETE', 'HEAD', 'TRACE', 'x', '']));
  const id = random.chance(0.85)
    ? '{{tu}}'
    : random.pick([
        '{{fil}}',
        '%00',
        '..',
        'x',
        '%2e%2e%2fx',
        '00000000-0000-0000-0000-000000000000',
      ]);
  const request: FuzzRequest = {
    as: random.chance(0.7) ? 'owner' : random.pick(roles),
    method,
    target:
      method === 'POST' && random.chance(0.95)
        ? RESUMABLE_UPLOAD_PATH
        : `${RESUMABLE_UPLOAD_PATH}/${id}`,
    headers,
    body: method === 'PATCH' || random.chance(0.3) ? content : null,
  };
  return random.chance(0.1) ? spoilRequest(request, random) : request;
};
