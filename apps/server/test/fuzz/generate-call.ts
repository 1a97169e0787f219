import type { Call } from '@izgodno/contract/common/call';
import { textsOf } from '../valid-requests.ts';
import { asBytes, roles, type FuzzRequest } from './fuzz-request.ts';
import { spoilRequest } from './generate-wild.ts';
import { encodeJson, hostileEncodings, hostileNames, hostileTexts } from './hostile.ts';
import { mutateJson } from './mutate-json.ts';
import type { Random } from './random.ts';

/** Valid values from which requests are made. */
interface ValidParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The thing meant by a name of the contract or of a path: `channelId`, `channels` → `channel`. */
export const thingOf = (name: string): string => {
  const letters = name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(/ids?$/, '');
  return letters.replace(/e?s$/, '').replace(/e$/, '') || 'thing';
};

const named = (name: string): string => `{{${thingOf(name)}}}`;

/** The things of a path's parameters: `/api/channels/:id` has a `channel`. */
const paramsOf = (path: string): readonly (readonly [string, string])[] => {
  const parts = path.split('/');
  return parts.flatMap((part, index) =>
    part.startsWith(':')
      ? [[part.slice(1), part === ':id' ? (parts[index - 1] ?? 'thing') : part.slice(1)] as const]
      : [],
  );
};

const isIdName = (name: string): boolean =>
  /^ids?$|Ids?$|^cursor$|^email$|assword$|^token$/.test(name);

/** Values with ids of existing things, most of the time. */
const withThings = (value: unknown, random: Random, name = ''): unknown => {
  if (typeof value === 'string') return isIdName(name) && random.chance(0.8) ? named(name) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => withThings(item, random, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, withThings(field, random, key)]),
  );
};

/** Percent-encoded, except for the names in braces, which are replaced later. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}');

const pathOf = (
  call: Call,
  { params }: ValidParts,
  random: Random,
  spoil: string | null,
): string => {
  const things = new Map(paramsOf(call.path));
  return call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === spoil) {
      const wild = random.chance(0.5) ? random.pickOf(hostileEncodings) : undefined;
      return wild ?? encode(random.pickOf(hostileTexts) ?? '\0');
    }
    if (name === 'emoji' || random.chance(0.1))
      return encode(textsOf(params[name] ?? 'x')[0] ?? 'x');
    return named(things.get(name) ?? name);
  });
};

type Pairs = (readonly [string, string])[];

const pairsOf = (query: ValidParts['query'], random: Random): Pairs =>
  Object.entries(query).flatMap(([name, value]) =>
    textsOf(withThings(value, random, name)).map((text) => [encode(name), encode(text)] as const),
  );

const cursors = ['{{cursor}}', '{{cursor nul}}', '{{cursor cut}}', '{{cursor hostile}}'] as const;

/** One change of the parameters: a value replaced, repeated, left out, or a strange name added. */
const spoilPairs = (pairs: Pairs, known: readonly string[], random: Random): Pairs => {
  const name = random.pickOf(known) ?? 'unknown';
  const value = random.chance(0.4)
    ? (random.pickOf(hostileEncodings) ?? '')
    : encode(random.pickOf(hostileTexts) ?? '');
  const others = pairs.filter(([key]) => key !== name);
  switch (random.below(6)) {
    case 0:
      return [...pairs, [name, value], [name, value]];
    case 1:
      return others;
    case 2:
      return [...pairs, [encode(random.pickOf(hostileNames) ?? ''), value]];
    case 3:
      return [...pairs, [`${name}%5Blength%5D`, '-1'], [`${name}[toString]`, '1']];
    case 4:
      return [...others, ['cursor', random.pick(cursors)]];
    default:
      return [...others, [name, value]];
  }
};

const targetOf = (path: string, pairs: Pairs): string =>
  pairs.length === 0 ? path : `${path}?${pairs.map(([key, text]) => `${key}=${text}`).join('&')}`;

export interface FuzzedCall {
  readonly call: Call;
  /** Parts of requests that the call accepts. */
  readonly valid: readonly ValidParts[];
  readonly queryNames: readonly string[];
}

/** A request of one call: valid, nearly valid, or wild. */
export const generateCallRequest = (
  { call, valid, queryNames }: FuzzedCall,
  random: Random,
): FuzzRequest => {
  const parts = random.pickOf(valid) ?? { params: {}, query: {}, body: undefined };
  const mode = random.next();
  const isNear = mode >= 0.25 && mode < 0.85;
  const paramNames = paramsOf(call.path).map(([name]) => name);
  const place = random.next();
  const hasBody = parts.body !== undefined;
  const spoiled = !isNear
    ? 'none'
    : hasBody && place < 0.6
      ? 'body'
      : paramNames.length > 0 && place < 0.75
        ? 'params'
        : 'query';
  const path = pathOf(
    call,
    parts,
    random,
    spoiled === 'params' ? (random.pickOf(paramNames) ?? null) : null,
  );
  const pairs = pairsOf(parts.query, random);
  const body = hasBody ? withThings(parts.body, random) : undefined;
  const sent = spoiled === 'body' ? mutateJson(body, random) : body;
  const request: FuzzRequest = {
    as: random.pick(roles),
    method: call.method,
    target: targetOf(path, spoiled === 'query' ? spoilPairs(pairs, queryNames, random) : pairs),
    headers: hasBody ? [['content-type', 'application/json']] : [],
    body: hasBody ? asBytes(encodeJson(sent)) : null,
  };
  return mode >= 0.85 ? spoilRequest(request, random) : request;
};
