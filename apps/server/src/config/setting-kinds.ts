import * as z from 'zod/mini';

export interface SettingDescription {
  /** The expected value, for people: completes "expected …". */
  readonly expected: string;
  /** Its purpose, for `--help` and the operations manual. */
  readonly help: string;
  /** The displayed default, if there is one. */
  readonly fallback?: string;
  /** Whether its value must not be shown. Passwords in URLs are never shown. */
  readonly isSecret?: boolean;
  /** Whether quotation marks around it may be meant. */
  readonly isName?: boolean;
}

export const settingDescriptions = z.registry<SettingDescription>();

export const wholeNumber = (fallback: number, minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(
      z._default(z.string().check(z.regex(/^\d{1,9}$/)), String(fallback)),
      z.transform(Number),
    ),
    z.number().check(z.minimum(minimum), z.maximum(maximum)),
  );

export const choice = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  fallback: Choices[number],
) => z.pipe(z._default(z.string(), fallback), z.enum(choices));

export const isUrlOf = (text: string, protocols: readonly string[]): boolean => {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol);
};

export const text = (fallback: string, minimum: number, maximum: number) =>
  z._default(z.string().check(z.trim(), z.minLength(minimum), z.maxLength(maximum)), fallback);

/** A path of a folder. Only a shell expands `~` and `$`: here they would name a folder in the present one. */
export const folder = () =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(4_096),
    z.refine((value) => !/^[~$]/.test(value)),
  );

const byteUnits: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4 };

/** Bytes, such as `512`, `64MB` or `1.5 GB` (base 1024). */
export const byteCount = (fallback: string, minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(
      z._default(
        z.string().check(z.trim(), z.toUpperCase(), z.regex(/^\d{1,9}(\.\d{1,3})? ?([KMGT]?B)?$/)),
        fallback,
      ),
      z.transform((value) => {
        const unit = /[KMGT]/.exec(value)?.[0] ?? '';
        return Math.floor(Number.parseFloat(value) * 1024 ** (byteUnits[unit] ?? 0));
      }),
    ),
    z.number().check(z.minimum(minimum), z.maximum(maximum)),
  );

/** Words separated by commas or white space. */
export const wordList = (fallback: string) =>
  z.pipe(
    text(fallback, 0, 2_000),
    z.transform((value) => value.split(/[\s,]+/).filter((word) => word !== '')),
  );
