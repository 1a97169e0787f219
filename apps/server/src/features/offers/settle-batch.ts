import type { Database } from '#platform/database/database.ts';
import { offerKeys, type OfferKey } from './offer-keys.ts';
import {
  findNeighbours,
  lockOffers,
  place,
  readMembers,
  readQueued,
  takeQueued,
  writeKeys,
  type Member,
  type OfferTransaction,
  type Placement,
  type QueuedDeal,
} from './offer-store.ts';
import { partition } from './partition.ts';
import { representativeOf } from './representative.ts';

/**
 * Changed deals a transaction. Search replicas wait for the oldest open transaction that took a
 * change number, so each must end in well under 10 s: this many take about 0.2 s.
 */
const BATCH_SIZE = 5_000;
/** Steps from deal to deal by shared keys; a group that reaches further is no offer. */
const MAX_STEPS = 8;

const placementsOf = (members: readonly Member[]): readonly Placement[] =>
  partition(members.filter(({ active }) => active)).flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined) return [];
    const representative = representativeOf([first, ...others]);
    return group.map(({ id }) =>
      id === representative.id
        ? { id, representedBy: null, offerCount: group.length }
        : { id, representedBy: representative.id, offerCount: 1 },
    );
  });

const apart = ({ id }: Member): Placement => ({ id, representedBy: null, offerCount: 1 });

const changesOf = (members: readonly Member[]): readonly Placement[] => {
  const now = new Map(members.map((member) => [member.id, member]));
  const wanted = [
    ...placementsOf(members),
    // What is no longer offered stands for nobody and behind nobody.
    ...members.filter(({ active }) => !active).map(apart),
  ];
  return wanted.filter(({ id, representedBy, offerCount }) => {
    const member = now.get(id);
    return member?.representedBy !== representedBy || member.offerCount !== offerCount;
  });
};

/** These deals, and everything that hangs together with them. */
const reach = async (
  transaction: OfferTransaction,
  seeds: readonly number[],
): Promise<readonly number[]> => {
  const reached = new Set(seeds);
  const asked = new Set<number>();
  let frontier: readonly number[] = [...reached];
  for (let step = 0; step < MAX_STEPS && frontier.length > 0; step += 1) {
    for (const id of frontier) asked.add(id);
    const neighbours = await findNeighbours(transaction, frontier);
    for (const id of neighbours) reached.add(id);
    frontier = neighbours.filter((id) => !asked.has(id));
  }
  return [...reached];
};

/** Entries of the queue with the keys that their deals are to have. */
interface Batch {
  readonly entries: readonly number[];
  readonly keysOf: ReadonlyMap<number, readonly OfferKey[]>;
  /** Deals to look at in any case: they are grouped, or share a key within the batch. */
  readonly seeds: readonly number[];
}

const sharing = (keysOf: Batch['keysOf']): readonly number[] => {
  const holders = new Map<string, number>();
  const found: number[] = [];
  for (const [id, keys] of keysOf) {
    for (const { key } of keys) {
      const other = holders.get(key);
      if (other === undefined) holders.set(key, id);
      else found.push(id, other);
    }
  }
  return found;
};

const toBatch = (queued: readonly QueuedDeal[]): Batch => {
  const keysOf = new Map(
    queued.map(({ id, facts }) => [id, facts === null ? [] : offerKeys(facts)]),
  );
  const grouped = queued.filter(({ isGrouped }) => isGrouped).map(({ id }) => id);
  return {
    entries: queued.map(({ entry }) => entry),
    keysOf,
    seeds: [...grouped, ...sharing(keysOf)],
  };
};

/** The entries of the queue after this one; none where it ends there. */
export const readBatch = async (database: Database, after: number): Promise<Batch> =>
  toBatch(await readQueued(database, after, BATCH_SIZE));

type Settled =
  /** Deals that stand elsewhere now. */
  | { readonly kind: 'settled'; readonly moved: number }
  /** Another node groups offers. */
  | { readonly kind: 'busy' }
  /** Another node has seen to some of it since it was read. */
  | { readonly kind: 'overtaken' };

class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

const settleIn = async (
  transaction: OfferTransaction,
  { entries, keysOf, seeds }: Batch,
): Promise<Settled> => {
  if (!(await lockOffers(transaction))) return { kind: 'busy' };
  if (!(await takeQueued(transaction, entries))) throw new OvertakenError();
  const touched = await writeKeys(transaction, keysOf);
  const affected = await reach(transaction, [...seeds, ...touched]);
  if (affected.length === 0) return { kind: 'settled', moved: 0 };
  const changes = changesOf(await readMembers(transaction, affected));
  if (changes.length > 0) await place(transaction, changes);
  return { kind: 'settled', moved: changes.length };
};

/** Brings the offers that a batch is about up to date, in a transaction. Throws where another writer holds a deal for long. */
export const settle = async (database: Database, batch: Batch): Promise<Settled> => {
  try {
    return await database.transaction().execute((transaction) => settleIn(transaction, batch));
  } catch (error) {
    if (error instanceof OvertakenError) return { kind: 'overtaken' };
    throw error;
  }
};
