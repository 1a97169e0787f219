import { readFileSync } from 'node:fs';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import * as z from 'zod/mini';

const HEADER = 'id\tof\tproduct\tnames';
const COLUMNS = 4;

const slug = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/));

const brandSchema = z.object({
  /** The brand's slug; of a line of products such as "iphone" a slug of its own. */
  id: slug,
  /** Of a line of products, the brand that makes it. */
  of: z.union([z.literal(''), slug]),
  /** The product that it is known for; a brand of many products has none. */
  product: z.string(),
  /** The name as the brand writes it, then other spellings, also by ear in Bulgarian. */
  names: z.pipe(
    z.pipe(
      z.string(),
      z.transform((list) => list.split(', ')),
    ),
    z.array(z.string().check(z.minLength(2), z.trim())).check(z.minLength(1)),
  ),
});

/** A brand, or a line of products that people call by its own name. */
export type Brand = z.output<typeof brandSchema>;

/** Parses a table of brands. Throws for a line that does not fit the schema. */
export const parseBrands = (table: string): readonly Brand[] => {
  const [header, ...lines] = table.trimEnd().split('\n');
  if (header !== HEADER) throw new Error('The brands have other columns');
  return lines.map((line) => {
    const cells = line.split('\t');
    const [id, of, product, names] = cells;
    const parsed = parseUntrusted(brandSchema, { id, of, product, names });
    if (!parsed.success || cells.length !== COLUMNS) throw new Error(`A brand is invalid: ${line}`);
    return parsed.data;
  });
};

/** The brands that people name in both scripts. The file is for native speakers to edit. */
export const brands: readonly Brand[] = parseBrands(
  readFileSync(new URL('brands.tsv', import.meta.url), 'utf8'),
);
