import type { SettingInForce } from '@izgodno/contract/system/upkeep-calls';
import { isFromFile, valueOf, type Environment } from './environment.ts';
import { percentDecoded } from './percent-decoded.ts';
import { settingDescriptions } from './setting-kinds.ts';
import { settingsSchema } from './settings.ts';

/** Shorter ones would be found in any text. */
const MIN_SECRET_LENGTH = 4;
const MASK = '***';

/** The password of a URL, which may contain an at sign, before the host or as a parameter. */
const urlPassword = /(?<=\/\/[^:/@\s]*:)[^/\s]*(?=@)|(?<=[?&]password=)[^&\s]*/gi;

const secretNames: ReadonlySet<string> = new Set(
  Object.entries(settingsSchema.shape).flatMap(([name, schema]) =>
    settingDescriptions.get(schema)?.isSecret === true ? [name] : [],
  ),
);

/** The text with the passwords of its URLs masked. */
const withoutPassword = (value: string): string => value.replaceAll(urlPassword, MASK);

/** The value of a setting without its secrets. */
const shownValue = (name: string, value: string): string =>
  secretNames.has(name) && value !== '' ? MASK : withoutPassword(value);

/** All before the last at sign, after the scheme and a name. */
const anyUser = /^([a-z+.-]*:\/\/)?(?:([^:@]*):)?.*(?=@)/is;

/**
 * The value of an invalid setting without its secrets: in an invalid URL, a password may have any sign,
 * and no name before it.
 */
export const shownInvalid = (name: string, value: string): string => {
  const shown = shownValue(name, value);
  return name.endsWith('_URL')
    ? shown.replace(anyUser, (_, scheme = '', user?: string) =>
        user === undefined ? `${scheme}${MASK}` : `${scheme}${user}:${MASK}`,
      )
    : shown;
};

/** Names and tokens before the host of a URL, which need no password beside them. */
const urlUser = /(?<=\/\/)[^/\s]*(?=@)/g;

/** What the settings of an environment are, without their secrets, and where each comes from. */
export const settingsInForce = (environment: Environment): readonly SettingInForce[] =>
  Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const given = valueOf(environment, name);
    if (given === undefined)
      return { name, value: settingDescriptions.get(schema)?.fallback ?? null, origin: 'default' };
    const value = shownValue(name, given).replaceAll(urlUser, MASK);
    return { name, value, origin: isFromFile(environment, name) ? 'file' : 'environment' };
  });

/** The secrets in the value of a setting: of a list also each word, and of a pair its value. */
const secretsIn = (value: string, isSecret: boolean): readonly string[] => {
  const passwords = (value.match(urlPassword) ?? []).flatMap((text) => [
    text,
    percentDecoded(text),
  ]);
  const pairs = value.split(/[\s,]+/).flatMap((word) => [word, word.replace(/^[^=]*=/, '')]);
  return isSecret ? [...passwords, value, ...pairs] : passwords;
};

/** Returns what masks the secrets of an environment in texts, such as errors of other programs. */
export const createRedaction = (environment: Environment): ((text: string) => string) => {
  const found = Object.keys(settingsSchema.shape).flatMap((name) =>
    secretsIn(valueOf(environment, name) ?? '', secretNames.has(name)),
  );
  const secrets = [...new Set(found)]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    // The longest first, because one may contain another.
    .toSorted((one, other) => other.length - one.length);
  return (text) =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), withoutPassword(text));
};
