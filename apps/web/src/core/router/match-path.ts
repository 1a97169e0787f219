/**
 * The parameters of a path that a pattern such as `/chat/:channelId?` describes, or undefined
 * where it does not. A trailing slash counts for nothing.
 */
export const matchPath = (
  pattern: string,
  path: string,
): Readonly<Record<string, string>> | undefined => {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (given.length > wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const value = given[place];
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
    // A stray percent sign: the text as it stands leads to "not found", not to a broken page.
    return text;
  }
};
