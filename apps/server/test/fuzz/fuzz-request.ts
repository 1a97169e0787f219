import * as z from 'zod/mini';

/** The role of the sender. `owner` is a member who owns the things named in requests. */
export const roles = ['anonymous', 'member', 'owner', 'moderator', 'admin'] as const;
export type FuzzRole = (typeof roles)[number];

/**
 * One request as sent, except for names in double braces (`{{deal}}`), which are replaced by ids of
 * existing things. `raw` is instead sent byte by byte (Latin-1). Bodies are Latin-1 too: each
 * character one byte.
 */
export const fuzzRequestSchema = z.strictObject({
  as: z.enum(roles),
  method: z.string(),
  target: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.nullable(z.string()),
  raw: z.optional(z.string()),
});
export type FuzzRequest = z.infer<typeof fuzzRequestSchema>;

/** Text as its UTF-8 bytes, each one character. */
export const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Replaces the names in double braces. */
export const fillIn = (text: string, named: (name: string) => string): string =>
  text.includes('{{')
    ? text.replaceAll(/\{\{([\w./: -]+)\}\}/g, (_, name: string) => named(name))
    : text;

/**
 * Removes characters that would end a header or the request line; only `raw` requests have them.
 */
const withoutLineBreaks = (text: string): string => text.replaceAll(/[\r\n\0]/g, '');

export interface WireOptions {
  readonly host: string;
  readonly named: (name: string) => string;
  /** Added if the request has none of the same name. */
  readonly headers: readonly (readonly [string, string])[];
}

/** The bytes of a request. */
export const wireOf = (request: FuzzRequest, { host, named, headers }: WireOptions): Buffer => {
  if (request.raw !== undefined) return Buffer.from(fillIn(request.raw, named), 'latin1');
  const body = request.body === null ? null : Buffer.from(fillIn(request.body, named), 'latin1');
  const own = request.headers.map(
    ([name, value]) => [name, withoutLineBreaks(fillIn(value, named))] as const,
  );
  const given = new Set(own.map(([name]) => name.toLowerCase()));
  const added = [
    ['host', host] as const,
    ...headers,
    ...(body === null ? [] : [['content-length', String(body.length)] as const]),
  ].filter(([name]) => !given.has(name));
  const target = withoutLineBreaks(fillIn(request.target, named)).replaceAll(' ', '%20');
  const head = [...added, ...own].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${request.method} ${target} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ]);
};
