/** The maximum number of suggestions. */
export const SUGGESTED = 8;

/** A user mentioned in the text being written. */
export interface Mentioned {
  readonly id: string;
  readonly name: string;
}

/** The users with one more, by their name of now. */
export const withUser = (users: readonly Mentioned[], user: Mentioned | null): Mentioned[] =>
  user === null ? [...users] : [...users.filter(({ id }) => id !== user.id), user];

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
const WORD = /[\p{L}\p{N}_]/u;

/** Changes a text outside its code, because code has no mentions. */
const outsideCode = (text: string, change: (part: string) => string): string =>
  text
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

const replaceName = (text: string, { id, name }: Mentioned): string => {
  const wanted = `@${name}`;
  let result = '';
  let from = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, from)) {
    const end = at + wanted.length;
    // "@Anna" does not mention Ann.
    const isWhole = !WORD.test(text.charAt(end));
    result += text.slice(from, at) + (isWhole ? `<@${id}>` : wanted);
    from = end;
  }
  return result + text.slice(from);
};

/** Converts typed text to stored text: each "@Name" of a picked user becomes `<@ID>`. */
export const encodeMentions = (text: string, users: readonly Mentioned[]): string => {
  // "@Ann Lee" is tried before "@Ann".
  const longestFirst = users.toSorted((one, other) => other.name.length - one.name.length);
  return outsideCode(text, (part) => longestFirst.reduce(replaceName, part));
};

/** Converts stored text to typed text, the inverse of `encodeMentions`. */
export const decodeMentions = (text: string, users: readonly Mentioned[]): string =>
  outsideCode(text, (part) =>
    users.reduce((rest, { id, name }) => rest.replaceAll(`<@${id}>`, () => `@${name}`), part),
  );

/** The mention being typed before the caret. */
export interface MentionQuery {
  /** Index of its @. */
  readonly from: number;
  readonly text: string;
}

// Bulgarian names have up to three words.
const BEING_TYPED = /(?:^|[\s(])@([\p{L}\p{N}_.'-]{0,40}(?: [\p{L}\p{N}_.'-]{0,40}){0,2})$/u;

export const mentionAt = (text: string, caret: number): MentionQuery | null => {
  const typed = BEING_TYPED.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 1, text: typed };
};

/** Returns whether a name contains a text. */
export type NameFilter = (text: string) => (name: string) => boolean;

/** Until the code for both scripts has loaded, a name is found as it is spelt. */
export const asSpelt: NameFilter = (text) => {
  const wanted = text.toLowerCase();
  return (name) => name.toLowerCase().includes(wanted);
};

/**
 * Filters the users found for the typed text, or for its beginning, by the current text. A user
 * whose name is typed in full (`named`) is not offered if there is no other choice.
 */
export const offeredFor = (
  typed: string,
  found: readonly Mentioned[],
  filterFor: NameFilter,
): { readonly users: readonly Mentioned[]; readonly named: Mentioned | null } => {
  const contains = filterFor(typed.trim());
  const users = found.filter(({ name }) => contains(name)).slice(0, SUGGESTED);
  const named = users.find(({ name }) => name === typed.trim()) ?? null;
  return { users: named !== null && users.length === 1 ? [] : users, named };
};
