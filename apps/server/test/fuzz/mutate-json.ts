import { hostileJson, hostileNames, RawJson } from './hostile.ts';
import type { Random } from './random.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof RawJson);

const hostile = (random: Random): RawJson => random.pickOf(hostileJson) ?? new RawJson('null');

const withField = (
  object: Record<string, unknown>,
  name: string,
  value: unknown,
): Record<string, unknown> =>
  // Built from entries, because `__proto__` in a literal would change the object itself.
  Object.fromEntries([...Object.entries(object).filter(([key]) => key !== name), [name, value]]);

const mutateObject = (object: Record<string, unknown>, random: Random): unknown => {
  const names = Object.keys(object);
  const name = random.pickOf(names);
  if (name === undefined || random.chance(0.1)) {
    return withField(object, random.pickOf(hostileNames) ?? '', hostile(random));
  }
  if (random.chance(0.15)) return withField(object, name, undefined);
  return withField(object, name, mutateJson(object[name], random));
};

/** A slightly changed value: one part of it, or itself, is replaced, left out or added. */
export const mutateJson = (value: unknown, random: Random): unknown => {
  if (random.chance(0.25)) return hostile(random);
  if (isObject(value)) return mutateObject(value, random);
  if (Array.isArray(value) && value.length > 0) {
    if (random.chance(0.2)) return Array.from({ length: 60 }, () => value[0] as unknown);
    const at = random.below(value.length);
    return value.map((item: unknown, index) => (index === at ? mutateJson(item, random) : item));
  }
  return hostile(random);
};
