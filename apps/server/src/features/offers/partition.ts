import { keyKinds, type KeyKind, type OfferKey } from './offer-keys.ts';

export interface Candidate {
  readonly id: number;
  readonly sourceId: string;
  readonly keys: readonly OfferKey[];
}

/** A source that uses a key twice means different things by it: then it says nothing. */
const isUnambiguous = (holders: readonly Candidate[]): boolean =>
  new Set(holders.map(({ sourceId }) => sourceId)).size === holders.length;

const keyOf = (candidate: Candidate, kind: KeyKind): string | undefined =>
  candidate.keys.find((key) => key.kind === kind)?.key;

const distinct = (group: readonly Candidate[], kind: KeyKind): number =>
  new Set(group.flatMap((candidate) => keyOf(candidate, kind) ?? [])).size;

/** How many groups say something by a kind of key. Within a group surer keys have settled it. */
const haveKey = (groups: readonly (readonly Candidate[])[], kind: KeyKind): number =>
  groups.filter((group) => distinct(group, kind) > 0).length;

/** The groups that hang together by keys of one kind. */
const connected = <Item extends Candidate>(
  groups: readonly (readonly Item[])[],
  kind: KeyKind,
): readonly (readonly (readonly Item[])[])[] => {
  const clusterOf = new Map<Item, readonly (readonly Item[])[]>();
  for (const group of groups) {
    const cluster = [group];
    for (const candidate of group) clusterOf.set(candidate, cluster);
  }
  const holders = Map.groupBy(groups.flat(), (candidate) => keyOf(candidate, kind));
  for (const [key, sharing] of holders) {
    if (key === undefined || sharing.length < 2 || !isUnambiguous(sharing)) continue;
    const cluster = [...new Set(sharing.flatMap((holder) => clusterOf.get(holder) ?? []))];
    for (const candidate of cluster.flat()) clusterOf.set(candidate, cluster);
  }
  return [...new Set(clusterOf.values())];
};

/** What a kind of key must not contradict. Shops' links and photos of one thing always differ. */
const surerThan: Readonly<Record<KeyKind, readonly KeyKind[]>> = {
  gtin: [],
  mpn: ['gtin'],
  link: ['gtin', 'mpn'],
  photo: ['gtin', 'mpn'],
};

/**
 * Sorts candidates into groups that are one offer each, whatever their order. Kinds of keys are
 * applied surest first. Candidates connected by a weaker kind are joined only where none of their
 * surer keys contradict each other; otherwise all of them stay apart.
 */
export const partition = <Item extends Candidate>(
  candidates: readonly Item[],
): readonly (readonly Item[])[] => {
  let groups: readonly (readonly Item[])[] = candidates.map((candidate) => [candidate]);
  for (const kind of keyKinds) {
    groups = connected(groups, kind).flatMap((cluster) => {
      const merged = cluster.flat();
      const agrees = surerThan[kind].every(
        (surer) => distinct(merged, surer) <= 1 || haveKey(cluster, surer) <= 1,
      );
      return agrees ? [merged] : cluster;
    });
  }
  return groups;
};
