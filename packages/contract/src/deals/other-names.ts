import * as z from 'zod/mini';
import {
  categories,
  categoryAliases,
  everyCategory,
  sortAliases,
  sortOrders,
  type Category,
  type SortOrder,
} from './vocabulary.ts';

const own = <Key extends string>(record: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(record, key);

/** An order under its own name or an alias. */
export const namedSortSchema = z.pipe(
  z.enum([...sortOrders, 'priceAsc', 'priceDesc']),
  z.transform((name): SortOrder => (own(sortAliases, name) ? sortAliases[name] : name)),
);

const namesOfOne = [...categories, 'fashion', 'home', 'beauty'] as const;
const categoryOf = (name: (typeof namesOfOne)[number]): Category =>
  own(categoryAliases, name) ? categoryAliases[name] : name;

/** A category under its own name or an alias. */
export const namedCategorySchema = z.pipe(z.enum(namesOfOne), z.transform(categoryOf));

/** The same as a filter of a list; undefined is none. */
export const categoryFilterSchema = z.pipe(
  z.enum([...namesOfOne, ...everyCategory]),
  z.transform((name) =>
    name === 'all' || name === 'allCategories' ? undefined : categoryOf(name),
  ),
);
