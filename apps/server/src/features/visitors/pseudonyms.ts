import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { dayOf, type Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { networkOf, siteOf } from '#platform/ip-network.ts';

const SALT_BYTES = 32;
/** The name of the permanent salt; others are named after their day. */
const LASTING = 'lasting';

const digest = async (salt: Promise<Buffer>, ...parts: readonly string[]): Promise<Buffer> =>
  createHmac('sha256', await salt)
    .update(JSON.stringify(parts))
    .digest();

/** Pseudonyms: digests that distinguish networks without identifying them. */
export interface Pseudonyms {
  /** Valid for today (UTC); once its salt is swept, the digest cannot be linked to the IP. */
  ofToday(ip: string): Promise<Buffer>;
  /** A visitor who is not signed in: network and browser. Valid for today. */
  visitorOfToday(ip: string, userAgent: string): Promise<Buffer>;
  /** A signed-in user, whatever their network. Valid for today. */
  pseudonymOfToday(userId: string): Promise<Buffer>;
  /** Of other texts within one purpose. Valid for today. */
  digestOfToday(purpose: string, ...texts: readonly string[]): Promise<Buffer>;
  /** Permanent, within one purpose. */
  lasting(purpose: string, ip: string): Promise<Buffer>;
  /** Deletes the salts of past days. */
  sweep(): Promise<void>;
}

/** Salts are stored in the database, so that all nodes compute the same digests. */
export const createPseudonyms = (database: Database, clock: Clock): Pseudonyms => {
  const salts = new Map<string, Promise<Buffer>>();

  const readSalt = async (name: string, eraseAfter: Date | null): Promise<Buffer> => {
    await database
      .insertInto('salts')
      .values({ name, value: randomBytes(SALT_BYTES), forget_after: eraseAfter })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { value } = await database
      .selectFrom('salts')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return value;
  };

  const saltOf = (name: string, eraseAfter: Date | null): Promise<Buffer> => {
    const cached = salts.get(name);
    if (cached !== undefined) return cached;
    const read = readSalt(name, eraseAfter);
    salts.set(name, read);
    read.catch(() => salts.delete(name));
    // Also in memory no salt outlives its day.
    for (const other of salts.keys()) if (![name, LASTING].includes(other)) salts.delete(other);
    return read;
  };

  const saltOfToday = (): Promise<Buffer> => {
    const now = clock.now();
    return saltOf(dayOf(now), new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS));
  };

  return {
    ofToday: (ip) => digest(saltOfToday(), siteOf(ip)),
    visitorOfToday: (ip, userAgent) => digest(saltOfToday(), networkOf(ip), userAgent),
    pseudonymOfToday: (userId) => digest(saltOfToday(), 'person', userId),
    digestOfToday: (purpose, ...texts) => digest(saltOfToday(), 'purpose', purpose, ...texts),
    lasting: (purpose, ip) => digest(saltOf(LASTING, null), purpose, networkOf(ip)),
    async sweep() {
      await database
        .deleteFrom('salts')
        .where('forget_after', '<=', new Date(clock.now()))
        .execute();
    },
  };
};
