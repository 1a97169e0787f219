import type { SeenPrice } from './price-rules.ts';

const extremesOf = (points: readonly SeenPrice[]): readonly SeenPrice[] => {
  const [first, ...others] = points;
  if (first === undefined) return [];
  const low = others.reduce((best, point) => (point.amount < best.amount ? point : best), first);
  const high = others.reduce((best, point) => (point.amount > best.amount ? point : best), first);
  return [...new Set([low, high])].toSorted((one, other) => one.at - other.at);
};

/**
 * Reduces points to a number: the first, the last, and of each stretch between them the lowest and
 * highest.
 */
export const downSample = (points: readonly SeenPrice[], most: number): readonly SeenPrice[] => {
  const [first] = points;
  const last = points.at(-1);
  if (points.length <= most || first === undefined || last === undefined) return points;
  const inner = points.slice(1, -1);
  const stretches = Math.floor((most - 2) / 2);
  const kept = Array.from({ length: stretches }, (_, place) =>
    extremesOf(
      inner.slice(
        Math.floor((place * inner.length) / stretches),
        Math.floor(((place + 1) * inner.length) / stretches),
      ),
    ),
  );
  return [first, ...kept.flat(), last];
};
