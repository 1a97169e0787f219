/**
 * Returns the parameters of a path that matches a pattern such as `/chat/:channelId?`, or undefined
 * if it does not match. Ignores a trailing slash.
 */
export const matchPath = (
  pattern: string,
  path: string,
): Readonly<Record<string, string>> | undefined => {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (given.length > wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index];
    if (!part.startsWith(':')) {
      if (value !== part) return undefined;
    } else if (value !== undefined) {
      params[part.replace(/^:|\?$/g, '')] = decoded(value);
    } else if (!part.endsWith('?')) {
      return undefined;
    }
  }
  return params;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A malformed percent escape is kept as it is, so that the page shows "not found" instead of
    // failing.
    return text;
  }
};
