/** Parameters whose values are credentials. */
const SECRET_NAME =
  /(?:^|[_.-])(?:token|key|apikey|secret|password|passwd|pass|pwd|auth|sig|signature|credential|hash|sid|session)$|(?:token|apikey|secret|password)/i;
/** A value that looks drawn at random: long, of letters and digits without words between. */
const RANDOM_VALUE = /^(?=.*\d)(?=.*[a-z])[\w-]{24,}$|^[\da-f]{16,}$/i;

const isSecret = ([name, value]: readonly [string, string]): boolean =>
  value !== '' && (SECRET_NAME.test(name) || RANDOM_VALUE.test(value));

/** Whether a URL has a credential in its query, or a user before its host. */
export const carriesSecret = (href: string): boolean => {
  const url = URL.parse(href);
  if (url === null) return false;
  return url.username !== '' || url.password !== '' || [...url.searchParams].some(isSecret);
};

/** A URL without the credentials in it. */
export const withoutCredentials = (href: string): string => {
  const url = new URL(href);
  url.username = '';
  url.password = '';
  for (const [name] of [...url.searchParams].filter(isSecret)) url.searchParams.delete(name);
  return url.href;
};
