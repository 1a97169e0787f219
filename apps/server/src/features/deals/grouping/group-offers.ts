import type { Database } from '#schema/schema.ts';
import {
  findNeighbours,
  lockOffers,
  type Member,
  type OfferTransaction,
  assignGroup,
  type Placement,
  type QueuedDeal,
  queueOrphans,
  readMembers,
  readQueued,
  takeQueued,
  writeKeys,
} from './offer-store.ts';
import { type OfferKey, offerKeys } from './offer-keys.ts';
import { partition } from './partition.ts';
import { lowestTotalOf, representativeOf } from './representative.ts';

/**
 * Changed deals per transaction. Search replicas wait for the oldest open transaction that took a
 * change number, so each must end in well under 10 s: this many take about 0.2 s.
 */
const BATCH_SIZE = 5_000;
/** The longest chain of shared keys; a group with a longer one is no offer. */
const MAX_STEPS = 8;

const placementsOf = (members: readonly Member[]): readonly Placement[] =>
  partition(members.filter(({ active }) => active)).flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined) return [];
    const representative = representativeOf([first, ...others]);
    return group.map(({ id }) =>
      id === representative.id
        ? {
            id,
            representedBy: null,
            offerCount: group.length,
            lowestTotal: lowestTotalOf(representative, group),
          }
        : { id, representedBy: representative.id, offerCount: 1, lowestTotal: null },
    );
  });

const apart = ({ id }: Member): Placement => ({
  id,
  representedBy: null,
  offerCount: 1,
  lowestTotal: null,
});

const changesOf = (members: readonly Member[]): readonly Placement[] => {
  const now = new Map(members.map((member) => [member.id, member]));
  const wanted = [
    ...placementsOf(members),
    // An unavailable deal has no representative and represents none.
    ...members.filter(({ active }) => !active).map(apart),
  ];
  return wanted.filter(({ id, representedBy, offerCount, lowestTotal }) => {
    const member = now.get(id);
    return (
      member?.representedBy !== representedBy ||
      member.offerCount !== offerCount ||
      member.lowestTotal !== lowestTotal
    );
  });
};

/** These deals, and all deals connected with them. */
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

/** Entries of the queue with the new keys of their deals. */
interface Batch {
  readonly entries: readonly number[];
  readonly keysOf: ReadonlyMap<number, readonly OfferKey[]>;
  /** Deals to settle in any case: they are grouped, or share a key within the batch. */
  readonly seeds: readonly number[];
  /** The number of removed deals, whose keys are erased. */
  readonly removed: number;
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
    removed: queued.filter(({ isRemoved }) => isRemoved).length,
  };
};

/** The next entries of the queue; none at its end. */
export const readBatch = async (database: Database, after: number): Promise<Batch> =>
  toBatch(await readQueued(database, after, BATCH_SIZE));

type Settled =
  /**
   * The number of deals whose group changed, or that were removed: readers of changes wait until the
   * keys of removed deals are erased (`AWAITS_GROUPING`).
   */
  | { readonly kind: 'settled'; readonly moved: number }
  /** Another node groups offers. */
  | { readonly kind: 'busy' }
  /** Another node has settled some of the batch since it was read. */
  | { readonly kind: 'overtaken' };

class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

const settleIn = async (
  transaction: OfferTransaction,
  { entries, keysOf, seeds, removed }: Batch,
): Promise<Settled> => {
  if (!(await lockOffers(transaction))) return { kind: 'busy' };
  if (!(await takeQueued(transaction, entries))) throw new OvertakenError();
  const touched = await writeKeys(transaction, keysOf);
  const affected = await reach(transaction, [...seeds, ...touched]);
  if (affected.length === 0) return { kind: 'settled', moved: removed };
  const changes = changesOf(await readMembers(transaction, affected));
  if (changes.length > 0) await assignGroup(transaction, changes);
  return { kind: 'settled', moved: changes.length + removed };
};

/**
 * Settles the offers of a batch in a transaction. Throws if another writer locks a deal for long.
 */
export const settle = async (database: Database, batch: Batch): Promise<Settled> => {
  try {
    return await database.transaction().execute((transaction) => settleIn(transaction, batch));
  } catch (error) {
    if (error instanceof OvertakenError) return { kind: 'overtaken' };
    throw error;
  }
};

/**
 * Queues deals that lost their representative to a writer that queues nothing, such as a moderator.
 */
export const queueStrayOffers = (database: Database): Promise<void> =>
  database.transaction().execute(queueOrphans);

/**
 * Updates the groups of offers of changed deals, in short transactions. Returns the number of deals
 * that moved or left. Throws if another writer locks a deal for long; the rest stays queued.
 */
export const groupOffers = async (database: Database, signal?: AbortSignal): Promise<number> => {
  let moved = 0;
  let batch = await readBatch(database, 0);
  while (batch.entries.length > 0) {
    signal?.throwIfAborted();
    // The next deals are read and their keys computed while the database settles these. A deal
    // changed after it was read is queued again.
    const [settled, next] = await Promise.all([
      settle(database, batch),
      readBatch(database, batch.entries.at(-1) ?? 0),
    ]);
    if (settled.kind === 'busy') return moved;
    if (settled.kind === 'settled') moved += settled.moved;
    batch = settled.kind === 'overtaken' ? await readBatch(database, 0) : next;
  }
  return moved;
};
