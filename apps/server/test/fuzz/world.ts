import * as z from 'zod/mini';
import type { Database } from '#schema/schema.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { insertSignedIn, type SignedIn } from '../insert-signed-in.ts';
import type { FuzzRequest, FuzzRole } from './fuzz-request.ts';
import { thingOf } from './generate-call.ts';
import { encodeJson, hostileJson } from './hostile.ts';
import { createRandom } from './random.ts';
import { uploadMetadata } from '../upload-metadata.ts';

const PASSWORD = 'zebra-lamp-4217';
/** Stored ids of each kind of thing: the latest, because others may have been removed. */
const REMEMBERED = 30;
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

/** Lists whose items have another name in paths. */
const ALIASES: Readonly<Record<string, string>> = {
  item: 'deal',
  person: 'user',
  peopl: 'user',
  member: 'user',
  upload: 'fil',
  conversation: 'channel',
};

export interface World {
  /** The value of a name in double braces, in a request. */
  named(name: string, request: FuzzRequest): string;
  token(role: FuzzRole): string | null;
  /** Stores ids and cursors of a response. */
  learn(target: string, answer: unknown): void;
  /** Replaces the user of a request whose session has ended. */
  revive(request: FuzzRequest): Promise<void>;
  /**
   * Creates new users with new things, because the previous ones may be banned, limited or deleted.
   */
  renew(): Promise<void>;
}

const idOf = z.object({ id: z.union([z.string(), z.number()]) });
const cursorOf = z.object({ nextCursor: z.string() });

const remember = (known: Map<string, string[]>, key: string, value: string): void => {
  const list = known.get(key) ?? [];
  known.set(key, list);
  if (list.includes(value)) return;
  list.push(value);
  if (list.length > REMEMBERED) list.shift();
};

/** A cursor with changed content. */
const spoilCursor = (cursor: string, how: string): string => {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (how === 'cut') return cursor.slice(0, Math.max(0, cursor.length - 3));
  const random = createRandom(cursor.length, text.length);
  const value = how === 'nul' ? '"\\u0000"' : encodeJson(random.pickOf(hostileJson)).slice(0, 100);
  const spoiled = text.replace(/"[^"]*"|\d+/, () => value);
  return Buffer.from(spoiled === '' ? `[${value}]` : spoiled).toString('base64url');
};

export interface WorldOptions {
  readonly database: Database;
  readonly url: string;
  /** The application's hash of the password, if not that of tests. */
  readonly passwordHash?: string;
  readonly random: () => number;
}

export const createWorld = ({ database, url, passwordHash, random }: WorldOptions): World => {
  const ids = new Map<string, string[]>();
  const cursors = new Map<string, string[]>();
  const people = new Map<FuzzRole, SignedIn>();

  const pick = (items: readonly string[] | undefined): string | undefined =>
    items?.[Math.floor(random() * items.length)];

  const visit = (value: unknown, name: string, depth: number): void => {
    if (depth > 4 || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) visit(item, name, depth + 1);
      return;
    }
    const found = idOf.safeParse(value);
    const thing = thingOf(name);
    if (found.success) remember(ids, ALIASES[thing] ?? thing, String(found.data.id));
    for (const [key, field] of Object.entries(value)) {
      if (/.Id$/.test(key) && typeof field === 'string') remember(ids, thingOf(key), field);
      else visit(field, key, depth + 1);
    }
  };

  const learn = (target: string, answer: unknown): void => {
    visit(answer, 'thing', 0);
    const page = cursorOf.safeParse(answer);
    if (page.success) remember(cursors, target.replace(/\?.*/, ''), page.data.nextCursor);
  };

  const ask = async (
    method: string,
    path: string,
    body: string | FormData | null,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const headers = new Headers(more);
    headers.set('authorization', `Bearer ${people.get('owner')?.token ?? ''}`);
    if (typeof body === 'string' && !headers.has('tus-resumable'))
      headers.set('content-type', 'application/json');
    const response = await fetch(url + path, { method, headers, body });
    const text = await response.text();
    if (response.ok && text.startsWith('{')) learn(path, JSON.parse(text));
    return response;
  };

  /** Things of all kinds that belong to the owner; the member is in the channel too. */
  const addThings = async (): Promise<void> => {
    const [owner, member] = [people.get('owner'), people.get('member')];
    const deal = {
      title: 'Fuzzed bicycle',
      price: { amount: 1_000, currency: 'EUR' },
      category: 'sports',
    };
    await ask('POST', '/api/deals', JSON.stringify(deal));
    const channel = { name: `f${Math.floor(random() * 1e9)}`, kind: 'public' };
    await ask('POST', '/api/channels', JSON.stringify(channel));
    await ask('POST', '/api/channels/direct', JSON.stringify({ userIds: [member?.id] }));
    const channelId = ids.get('channel')?.at(-1) ?? '';
    await ask('PUT', `/api/channels/${channelId}/members/${member?.id ?? ''}`, null);
    const message = { channelId, clientId: createUuidV7(Date.now()), text: 'hello' };
    await ask('POST', '/api/message', JSON.stringify(message));
    await ask(
      'POST',
      '/api/users/me/saved-searches',
      JSON.stringify({ query: 'q=bicycle', name: 'x' }),
    );
    const form = new FormData();
    const fields = {
      userId: owner?.id ?? '',
      channelId: 'deals',
      messageId: 'm',
      uploadId: createUuidV7(Date.now()),
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new File(['hello'], 'a.txt', { type: 'text/plain' }));
    await ask('POST', '/api/storj/upload/chunked', form);
    const metadata = uploadMetadata({
      ...fields,
      uploadId: createUuidV7(Date.now()),
      filename: 'b.txt',
    });
    const tus = await ask('POST', '/api/uploads/resumable', '', {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': metadata,
    });
    const place = tus.headers.get('location')?.split('/').at(-1);
    if (place !== undefined) remember(ids, 'tu', place);
  };

  const setUp = async ({ id }: SignedIn): Promise<void> => {
    if (passwordHash === undefined) return;
    const given = { password_hash: passwordHash };
    await database.updateTable('users').set(given).where('id', '=', id).execute();
  };
  const enter = async (role: Exclude<FuzzRole, 'anonymous'>): Promise<void> => {
    const person = await insertSignedIn(database, role === 'owner' ? 'member' : role);
    await setUp(person);
    people.set(role, person);
    remember(ids, 'user', person.id);
  };
  let reviving: Promise<void> | undefined;

  return {
    learn,
    token: (role) => people.get(role)?.token ?? null,
    named(name, request) {
      const [word = '', how] = name.split(' ');
      const me = people.get(request.as);
      if (word === 'base64') return Buffer.from(this.named(how ?? '', request)).toString('base64');
      if (word === 'cursor') {
        const place = request.target.replace(/\?.*/, '');
        const cursor = pick(cursors.get(place)) ?? pick([...cursors.values()].at(-1)) ?? 'WyIiXQ';
        return how === undefined ? cursor : spoilCursor(cursor, how);
      }
      if (word.endsWith('password')) return PASSWORD;
      if (word === 'email') return `${me?.id ?? 'a'}@x.bg`;
      if (word === 'token') return me?.token ?? 'x';
      if (word === 'me') return me?.id ?? UNKNOWN_ID;
      return pick(ids.get(word)) ?? pick([...ids.values()].at(-1)) ?? UNKNOWN_ID;
    },
    async revive({ as: role, headers }) {
      // A request with a token of its own does not show that the session has ended.
      if (role === 'anonymous' || headers.some(([name]) => name === 'authorization')) return;
      const ended = people.get(role);
      reviving ??= enter(role).finally(() => (reviving = undefined));
      if (ended !== undefined) await reviving;
    },
    async renew() {
      for (const role of ['member', 'owner', 'moderator', 'admin'] as const) await enter(role);
      await addThings();
    },
  };
};
