import { readFileSync } from 'node:fs';

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

/** Former names of settings: still read if the present one is absent. */
export const formerNames: Readonly<Record<string, string>> = {
  BUDGET_PER_MINUTE: 'READS_PER_MINUTE',
};

export const FILE_SUFFIX = '_FILE';

/** The text of the file that `NAME_FILE` names, as secret stores provide values. */
const readFromFile = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const expected = 'the path of a file that can be read';
    throw new ConfigurationError([{ name: name + FILE_SUFFIX, value: file, expected }]);
  }
};

export const read = (environment: Environment, name: string): string | undefined => {
  const value = environment[name];
  return value === undefined || value.trim() === '' ? undefined : value;
};

/** Whether a setting is read from the file that `NAME_FILE` names. */
export const isFromFile = (environment: Environment, name: string): boolean =>
  read(environment, name + FILE_SUFFIX) !== undefined;

/** The text of a setting, by its name, its former name or its file. Throws `ConfigurationError`. */
export const valueOf = (environment: Environment, name: string): string | undefined => {
  const value = read(environment, name) ?? read(environment, formerNames[name] ?? '');
  const file = read(environment, name + FILE_SUFFIX);
  if (file === undefined) return value;
  if (value === undefined) return readFromFile(name, file);
  throw new ConfigurationError([
    { name: name + FILE_SUFFIX, value: file, expected: `nothing, since ${name} is set` },
  ]);
};
