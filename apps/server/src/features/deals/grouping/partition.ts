import { keyKinds, type KeyKind, type OfferKey } from './offer-keys.ts';

export interface Candidate {
  readonly id: number;
  readonly sourceId: string;
  readonly keys: readonly OfferKey[];
}

/** A key is ignored if a source uses it twice, because it then means different products. */
const isUnambiguous = (holders: readonly Candidate[]): boolean =>
  new Set(holders.map(({ sourceId }) => sourceId)).size === holders.length;

const keyOf = (candidate: Candidate, kind: KeyKind): string | undefined =>
  candidate.keys.find((key) => key.kind === kind)?.key;

const distinct = (group: readonly Candidate[], kind: KeyKind): number =>
  new Set(group.flatMap((candidate) => keyOf(candidate, kind) ?? [])).size;

/** The number of groups that have a kind of key. Within a group more reliable keys agree. */
const haveKey = (groups: readonly (readonly Candidate[])[], kind: KeyKind): number =>
  groups.filter((group) => distinct(group, kind) > 0).length;

/** The groups connected by keys of one kind. */
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

/**
 * The more reliable kinds that a key must not contradict. Shops' links and photos of one product
 * always differ.
 */
const surerThan: Readonly<Record<KeyKind, readonly KeyKind[]>> = {
  gtin: [],
  mpn: ['gtin'],
  link: ['gtin', 'mpn'],
  photo: ['gtin', 'mpn'],
};

/**
 * Partitions candidates into groups of one offer each, independent of their order. The most
 * reliable kinds of keys are applied first. Candidates connected by a weaker kind are joined only
 * if their more reliable keys do not contradict each other; otherwise all of them stay separate.
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
