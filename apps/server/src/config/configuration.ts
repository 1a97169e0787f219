import { readFileSync } from 'node:fs';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { settingDescriptions } from './setting-kinds.ts';
import { settingsSchema, type Settings } from './settings.ts';

/** One variable with an invalid value. */
export interface SettingError {
  readonly name: string;
  readonly value: string;
  readonly expected: string;
}

/** All errors of an environment, so that they can be corrected together. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly errors: readonly SettingError[];

  constructor(errors: readonly SettingError[]) {
    super(
      errors
        .map((error) => `${error.name}: expected ${error.expected}, got "${error.value}"`)
        .join('\n'),
    );
    this.errors = errors;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

// A connection string may contain a password, and printed text may be logged.
const withoutPassword = (value: string): string =>
  value.replace(/(\/\/[^:/@\s]*):[^@\s]*@/, '$1:***@');

/** Former names of settings: still read if the present one is absent. */
const formerNames: Readonly<Record<string, string>> = { BUDGET_PER_MINUTE: 'READS_PER_MINUTE' };

/** Settings that need another one. */
const companions = [
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
  ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
] as const satisfies readonly (readonly [keyof Settings, keyof Settings])[];

const missingCompanions = (settings: Settings): readonly SettingError[] =>
  companions.flatMap(([name, companion]) => {
    if (settings[name] === undefined || settings[companion] !== undefined) return [];
    const expected =
      settingDescriptions.get(settingsSchema.shape[companion])?.expected ?? 'a value';
    return [{ name: companion, value: '', expected: `${expected}, since ${name} is set` }];
  });

const FILE_SUFFIX = '_FILE';

/** The text of the file that `NAME_FILE` names, as secret stores provide values. */
const readFromFile = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const expected = 'the path of a file that can be read';
    throw new ConfigurationError([{ name: name + FILE_SUFFIX, value: file, expected }]);
  }
};

const read = (environment: Environment, name: string): string | undefined => {
  const value = environment[name];
  return value === undefined || value.trim() === '' ? undefined : value;
};

const valueOf = (environment: Environment, name: string): string | undefined => {
  const value = read(environment, name) ?? read(environment, formerNames[name] ?? '');
  const file = read(environment, name + FILE_SUFFIX);
  if (file === undefined) return value;
  if (value === undefined) return readFromFile(name, file);
  throw new ConfigurationError([
    { name: name + FILE_SUFFIX, value: file, expected: `nothing, since ${name} is set` },
  ]);
};

/**
 * Reads the settings from an environment. An empty variable counts as absent; `NAME_FILE` names a
 * file with the value of `NAME`. Throws `ConfigurationError`.
 */
export const readConfiguration = (environment: Environment): Settings => {
  const given = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((name) => [name, valueOf(environment, name)]),
  );
  const parsed = parseUntrusted(settingsSchema, given);
  if (parsed.success) {
    const missing = missingCompanions(parsed.data);
    if (missing.length > 0) throw new ConfigurationError(missing);
    return parsed.data;
  }

  const names = new Set(parsed.issues.map((issue) => String(issue.path[0])));
  throw new ConfigurationError(
    Object.entries(settingsSchema.shape)
      .filter(([name]) => names.has(name))
      .map(([name, schema]) => ({
        name,
        value: environment[name + FILE_SUFFIX] ?? withoutPassword(given[name] ?? ''),
        expected: settingDescriptions.get(schema)?.expected ?? 'another value',
      })),
  );
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
