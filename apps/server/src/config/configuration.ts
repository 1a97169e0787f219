import type * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import {
  ConfigurationError,
  FILE_SUFFIX,
  formerNames,
  read,
  valueOf,
  type Environment,
  type SettingError,
} from './environment.ts';
import { readBucketUrl } from './bucket-url.ts';
import { shownInvalid } from './secrets.ts';
import { settingDescriptions } from './setting-kinds.ts';
import { settingsSchema, type Settings } from './settings.ts';

export { ConfigurationError, type Environment } from './environment.ts';

/** Settings that need another one. */
const companions = [
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
  ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
  ['PROFITSHARE_USER', 'PROFITSHARE_KEY'],
  ['PROFITSHARE_KEY', 'PROFITSHARE_USER'],
  ['DATABASE_READ_URL', 'DATABASE_URL'],
] as const satisfies readonly (readonly [keyof Settings, keyof Settings])[];

const missingCompanions = (settings: Settings): readonly SettingError[] =>
  companions.flatMap(([name, companion]) => {
    if (settings[name] === undefined || settings[companion] !== undefined) return [];
    const expected =
      settingDescriptions.get(settingsSchema.shape[companion])?.expected ?? 'a value';
    return [{ name: companion, value: '', expected: `${expected}, since ${name} is set` }];
  });

/** What a bucket of backups needs: keys, and not to be the bucket whose files are backed up. */
const errorsOfBackups = (settings: Settings): readonly SettingError[] => {
  const { BACKUP_TO: value = '' } = settings;
  const bucket = readBucketUrl(value)?.bucket;
  if (bucket === undefined) return [];
  const keys = (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    .filter((name) => settings[name] === undefined)
    .map((name) => ({ name, value: '', expected: 'a key, since BACKUP_TO is a bucket' }));
  const expected = 'another bucket than S3_BUCKET, whose files are backed up';
  return bucket === settings.S3_BUCKET ? [...keys, { name: 'BACKUP_TO', value, expected }] : keys;
};

/** Whether a value is within quotation marks, which files of variables for containers keep as part of it. */
const isQuoted = (value: string | undefined): boolean =>
  /^(?:"[^"]*"|'[^']*')$/.test(value?.trim() ?? '');

/** Whether quotation marks may be a part of the value: without them a secret would be another one. */
const mayBeQuoted = (schema: z.core.$ZodType): boolean => {
  const { isSecret = false, isName = false } = settingDescriptions.get(schema) ?? {};
  return isSecret || isName;
};

const schemas = Object.entries(settingsSchema.shape);

type Texts = Readonly<Record<string, string | undefined>>;

const textsOf = (environment: Environment): Texts =>
  Object.fromEntries(schemas.map(([name]) => [name, valueOf(environment, name)]));

/** The settings within quotation marks: those in which they may be meant, or the others. */
const quotedIn = (texts: Texts, mayBeMeant: boolean): readonly string[] =>
  schemas.flatMap(([name, schema]) =>
    mayBeQuoted(schema) === mayBeMeant && isQuoted(texts[name]) ? [name] : [],
  );

/** The settings whose quotation marks are accepted as part of the value. */
export const quotedSettings = (environment: Environment): readonly string[] =>
  quotedIn(textsOf(environment), true);

/**
 * Reads the settings from an environment. An empty variable counts as absent; `NAME_FILE` names a
 * file with the value of `NAME`. Throws `ConfigurationError`.
 */
export const readConfiguration = (environment: Environment): Settings => {
  const given = textsOf(environment);
  const quoted = quotedIn(given, false);
  const parsed = parseUntrusted(settingsSchema, given);
  if (parsed.success && quoted.length === 0) {
    const missing = [...missingCompanions(parsed.data), ...errorsOfBackups(parsed.data)];
    if (missing.length > 0) throw new ConfigurationError(missing);
    return parsed.data;
  }

  const invalid = parsed.success ? [] : parsed.issues.map((issue) => String(issue.path[0]));
  const names = new Set([...quoted, ...invalid]);
  throw new ConfigurationError(
    schemas
      .filter(([name]) => names.has(name))
      .map(([name, schema]) => ({
        name,
        value: environment[name + FILE_SUFFIX] ?? shownInvalid(name, given[name] ?? ''),
        expected:
          (settingDescriptions.get(schema)?.expected ?? 'another value') +
          (isQuoted(given[name]) ? ', without quotation marks' : ''),
      })),
  );
};

/** Names shorter than this resemble too many others. */
const MIN_NEAR_LENGTH = 6;
const MAX_DISTANCE = 2;

/** The number of letters to insert, remove or replace to get from one name to the other. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of one.split('').entries()) {
    const next = [index + 1];
    for (const [column, target] of other.split('').entries()) {
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === target ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

const prefixOf = (name: string): string => /^[A-Z0-9]+_/.exec(name)?.[0] ?? '';

/** A variable that is no setting but looks like one; `meant` is the closest setting, if any. */
export interface UnknownSetting {
  readonly name: string;
  readonly meant: string | null;
}

/**
 * Variables that were probably meant as settings: close to the name of one, or with the prefix of
 * several. Any other variable belongs to other programs.
 */
export const unknownSettings = (environment: Environment): readonly UnknownSetting[] => {
  const names = [...Object.keys(settingsSchema.shape), ...Object.keys(formerNames)];
  const known = new Set(names.flatMap((name) => [name, name + FILE_SUFFIX]));
  const prefixes = Map.groupBy(names, prefixOf);
  return Object.keys(environment).flatMap((name): UnknownSetting[] => {
    if (known.has(name) || read(environment, name) === undefined) return [];
    const near =
      name.length < MIN_NEAR_LENGTH
        ? undefined
        : names
            .filter((other) => Math.abs(other.length - name.length) <= MAX_DISTANCE)
            .map((other) => ({ other, steps: distance(name, other) }))
            .toSorted((one, other) => one.steps - other.steps)
            .find(({ steps, other }) => steps <= MAX_DISTANCE && other.length >= MIN_NEAR_LENGTH);
    if (near !== undefined) return [{ name, meant: near.other }];
    const isOfSettings = prefixOf(name) !== '' && (prefixes.get(prefixOf(name))?.length ?? 0) > 1;
    return isOfSettings ? [{ name, meant: null }] : [];
  });
};

/** The output of `--help`: every setting with its purpose and default. */
export const describeSettings = (): string => {
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const description = settingDescriptions.get(schema);
    const fallback =
      description?.fallback === undefined ? '' : ` (default: ${description.fallback})`;
    return `  ${name.padEnd(16)} ${description?.help ?? ''}${fallback}\n${' '.repeat(19)}${description?.expected ?? ''}`;
  });
  const title = 'Settings, read from the environment (NAME_FILE names a file that has the value):';
  return [title, ...rows].join('\n');
};
