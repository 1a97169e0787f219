import * as z from 'zod/mini';
import { MAX_PRICE_MINOR } from '../common/money.ts';
import { decimalNumber, flag, repeatable, wholeNumber } from '../common/query-values.ts';
import { SLUG } from '../common/slug.ts';
import { everyCategory } from '../deals/vocabulary.ts';
import {
  atLeastFilters,
  FILTER_PRICE,
  filters,
  flagFilters,
  MAX_FILTER_VALUES,
  oneOfFilters,
  rangeParameters,
  type AtLeastName,
  type FlagName,
  type OneOfName,
  type OneOfValue,
  type RangeParameter,
} from './filters.ts';

const slug = z.string().check(z.regex(SLUG, 'Expected a lower-case name'));

/** A price in major units with at most two decimals; parsed to minor units. */
const majorUnits = z
  .pipe(
    z.pipe(z.union([z.number(), z.string()]), z.transform(String)),
    z.pipe(
      z.string().check(z.regex(FILTER_PRICE, 'Expected a price with at most two decimals')),
      z.transform((value) => Math.round(Number(value) * 100)),
    ),
  )
  .check(z.maximum(MAX_PRICE_MINOR));

const valuesOf = (values: z.ZodMiniType<string, string>) => repeatable(values, MAX_FILTER_VALUES);

/** One of the values, under its own name or an alias; a value of `every` empties the list. */
const namedValues = (
  values: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
  every: readonly string[] = [],
) =>
  z.pipe(
    valuesOf(z.enum([...values, ...every, ...Object.keys(aliases)])),
    z.transform((given) =>
      given.some((value) => every.includes(value))
        ? []
        : given.map((value) => aliases[value] ?? value),
    ),
  );

const valuesParameter = (name: OneOfName): z.ZodMiniType => {
  const filter = filters[name];
  if (!('values' in filter)) return valuesOf(slug);
  return 'aliases' in filter
    ? namedValues(filter.values, filter.aliases, everyCategory)
    : namedValues(filter.values);
};

const leastParameter = (name: AtLeastName): z.ZodMiniType => {
  const { maximum, scale } = filters[name];
  return z.optional((scale === 1 ? wholeNumber : decimalNumber)(0, maximum));
};

type ValuesParameter<Value extends string> = ReturnType<
  typeof repeatable<z.ZodMiniType<Value, string>>
>;
type Optional<Schema extends z.ZodMiniType> = z.ZodMiniOptional<Schema>;

/** Amounts of a range are minor units of the query's currency after parsing. */
export type FilterParameters = {
  readonly [Name in OneOfName]: ValuesParameter<OneOfValue<Name>>;
} & {
  readonly [Name in RangeParameter]: Optional<typeof majorUnits>;
} & {
  readonly [Name in AtLeastName]: Optional<ReturnType<typeof decimalNumber>>;
} & {
  readonly [Name in FlagName]: Optional<typeof flag>;
};

// The overload states the type, because TypeScript cannot derive it from a list of entries.
function makeParameters(): FilterParameters;
function makeParameters(): Readonly<Record<string, z.ZodMiniType>> {
  return Object.fromEntries([
    ...oneOfFilters.map((name) => [name, valuesParameter(name)]),
    ...rangeParameters.map((name) => [name, z.optional(majorUnits)]),
    ...atLeastFilters.map((name) => [name, leastParameter(name)]),
    ...flagFilters.map((name) => [name, z.optional(flag)]),
  ]);
}

/** The query parameters of all filters, for the schema of a call. */
export const filterParameters = makeParameters();
