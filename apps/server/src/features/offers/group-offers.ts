import type { Database } from '#platform/database/database.ts';
import { offerKeys, type OfferKey } from './offer-keys.ts';
import {
  findNeighbours,
  lockOffers,
  place,
  queueOrphans,
  readFacts,
  readMembers,
  takeChanged,
  writeKeys,
  type Member,
  type OfferTransaction,
  type Placement,
} from './offer-store.ts';
import { partition } from './partition.ts';
import { representativeOf } from './representative.ts';

/**
 * Changed deals a transaction. Search replicas wait for the oldest open transaction that took a
 * change number, so each must end in well under 10 s: this many take about 0.2 s.
 */
const BATCH_SIZE = 2_000;
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

/** Everything that hangs together with these deals by keys, or did so `before` they changed. */
const reach = async (
  transaction: OfferTransaction,
  changed: readonly number[],
  before: readonly number[],
): Promise<readonly number[]> => {
  const reached = new Set(before);
  const asked = new Set<number>();
  let frontier: readonly number[] = [...new Set([...changed, ...before])];
  for (let step = 0; step < MAX_STEPS && frontier.length > 0; step += 1) {
    for (const id of frontier) asked.add(id);
    const neighbours = await findNeighbours(transaction, frontier);
    for (const id of neighbours) reached.add(id);
    frontier = neighbours.filter((id) => !asked.has(id));
  }
  return [...reached];
};

interface Grouped {
  /** Entries of the queue that were seen to. */
  readonly taken: number;
  /** Deals that stand elsewhere now. */
  readonly moved: number;
}

const nothing: Grouped = { taken: 0, moved: 0 };

const groupBatch = (database: Database): Promise<Grouped> =>
  database.transaction().execute(async (transaction) => {
    if (!(await lockOffers(transaction))) return nothing;
    const changed = await takeChanged(transaction, BATCH_SIZE);
    if (changed.length === 0) return nothing;

    const before = await findNeighbours(transaction, changed);
    const facts = await readFacts(transaction, changed);
    const keysOf = new Map<number, readonly OfferKey[]>(
      facts.map((deal) => [deal.id, offerKeys(deal)]),
    );
    await writeKeys(transaction, changed, keysOf);
    const affected = await reach(transaction, changed, before);
    if (affected.length === 0) return { taken: changed.length, moved: 0 };
    const changes = changesOf(await readMembers(transaction, affected));
    if (changes.length > 0) await place(transaction, changes);
    return { taken: changed.length, moved: changes.length };
  });

/** Queues what lost its representative to a writer that queues nothing, such as a moderator. */
export const queueStrayOffers = (database: Database): Promise<void> =>
  database.transaction().execute(queueOrphans);

/**
 * Brings the groups of offers up to date with the deals that changed, in short transactions. Returns
 * how many deals moved. Throws where another writer holds a deal for long: what was not done stays
 * queued.
 */
export const groupOffers = async (database: Database, signal?: AbortSignal): Promise<number> => {
  let moved = 0;
  for (;;) {
    signal?.throwIfAborted();
    const batch = await groupBatch(database);
    moved += batch.moved;
    if (batch.taken === 0) return moved;
  }
};
