const letters = '(?:[2-6]XL|X{0,3}[SL]|M)';
/** Of clothes, of children by their height, and of shoes with halves and thirds. */
const number = String.raw`(?:1[4-9]|[2-9]\d|1[0-8]\d)(?:[.,]5| ?(?:1/2|1/3|2/3))?`;
const size = `(?:${letters}(?:/${letters})?|${number}(?:/${number})?)`;

const WHOLE = new RegExp(`^(?:EU )?(${size})$`, 'i');
/** "…, размер 42", "… (size: XL)", "… EU 42,5". */
const MARKED = new RegExp(
  String.raw`[\s,;:/|([–—-]+(?:(?:размер|р-р|size)\s*[:.]?\s*(?:EU\s*)?|EU\s+)(${size})[)\]]?$`,
  'iu',
);
/** "…, XL", "… - XL", "… (XL)": letters only, because a number may be a model. */
const SEPARATED = new RegExp(
  String.raw`(?:,\s*|\s[–—|/-]\s|\s[([])(${letters}(?:/${letters})?)[)\]]?$`,
  'u',
);

/** The longest end of a title that is looked at. */
const LONGEST_END = 32;

export interface SizedTitle {
  /** The title without its size. */
  readonly product: string;
  readonly size: string;
}

/**
 * The size that an item names: in the field `size`, or at the end of its title. Null if it names
 * none, or something that may be no size.
 */
export const readSize = (title: string, field: string | null): SizedTitle | null => {
  const end = title.slice(-LONGEST_END);
  const found = MARKED.exec(end) ?? SEPARATED.exec(end);
  const given = field === null ? null : (WHOLE.exec(field)?.[1] ?? null);
  if (field !== null && given === null) return null;
  const named = found?.[1] ?? null;
  if (found === null || named === null)
    return given === null ? null : { product: title, size: given };
  // A title that names another size than the field is not understood.
  if (given !== null && given.toLowerCase() !== named.toLowerCase()) return null;
  return { product: title.slice(0, title.length - found[0].length), size: given ?? named };
};
