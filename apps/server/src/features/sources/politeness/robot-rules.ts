/**
 * The most characters of rules that are kept of a site. The rules of real sites for one robot are
 * a tenth of it.
 */
const MAX_RULES_LENGTH = 64 * 1_024;

/** The most characters compared for one URL: some hundredths of a second. */
const MAX_STEPS = 2_000_000;

/** What a robots.txt says to one robot (RFC 9309). */
export interface RobotRules {
  /**
   * One a line: `+` to allow or `-` to forbid, then the pattern. Null if there are more than are
   * kept; then everything is forbidden.
   */
  readonly lines: string | null;
  /** Seconds between two requests that the site asks for; 0 if it does not. */
  readonly crawlDelay: number;
}

export const noRules: RobotRules = { lines: '', crawlDelay: 0 };

/** The form in which patterns and paths are compared (RFC 9309, section 2.2.2). */
const normalise = (path: string): string =>
  encodeURI(path.toWellFormed())
    .replaceAll('%25', '%')
    .replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
      const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
    });

interface Group {
  isNamed: boolean;
  rules: string[];
  length: number;
  crawlDelay: number;
}

const createGroup = (): Group => ({ isNamed: false, rules: [], length: 0, crawlDelay: 0 });

const addRule = (group: Group, rule: string): void => {
  group.length += rule.length + 1;
  if (group.length <= MAX_RULES_LENGTH) group.rules.push(rule);
};

const applyLine = (group: Group, key: string, value: string): void => {
  // A rule without a pattern forbids and allows nothing.
  if (key === 'allow' && value !== '') addRule(group, `+${normalise(value)}`);
  if (key === 'disallow' && value !== '') addRule(group, `-${normalise(value)}`);
  if (key === 'crawl-delay') group.crawlDelay = Number(value) || 0;
};

const RULE = /^(?:allow|disallow|crawl-delay)$/;

const readLine = (line: string): readonly [key: string, value: string] => {
  const [content = ''] = line.split('#', 1);
  const colon = content.indexOf(':');
  return colon < 0
    ? ['', '']
    : [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
};

/** The rules for the robot of this name in lower case, else those for all robots. */
export const parseRobotRules = (text: string, robot: string): RobotRules => {
  const ours = createGroup();
  const others = createGroup();
  let named = new Set<Group>();
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [key, value] = readLine(line);
    if (key === 'user-agent') {
      if (!isNaming) named = new Set();
      isNaming = true;
      const [name = ''] = value.toLowerCase().split('/', 1);
      if (name.trim() === robot) named.add(ours);
      if (name.trim() === '*') named.add(others);
      for (const group of named) group.isNamed = true;
    } else if (RULE.test(key)) {
      isNaming = false;
      for (const group of named) applyLine(group, key, value);
    }
  }
  const { rules, length, crawlDelay } = ours.isNamed ? ours : others;
  return {
    // A copy, because pieces of the text would keep all of it in memory.
    lines: length > MAX_RULES_LENGTH ? null : Buffer.from(rules.join('\n')).toString(),
    crawlDelay,
  };
};

interface Budget {
  steps: number;
}

/**
 * Whether a path begins with a pattern, where `*` is any text and a last `$` the end of the path.
 * False once the budget is spent: a text after `*` that repeats costs the product of both lengths.
 */
const matches = (pattern: string, path: string, budget: Budget): boolean => {
  const toEnd = pattern.endsWith('$');
  const length = toEnd ? pattern.length - 1 : pattern.length;
  let at = 0;
  let inPath = 0;
  let afterStar = -1;
  let retryAt = 0;
  for (; budget.steps > 0; budget.steps -= 1) {
    if (at === length && (!toEnd || inPath === path.length)) return true;
    if (at < length && pattern[at] === '*') {
      at += 1;
      afterStar = at;
      retryAt = inPath;
    } else if (inPath === path.length) {
      return false;
    } else if (at < length && pattern[at] === path[inPath]) {
      at += 1;
      inPath += 1;
    } else if (afterStar < 0) {
      return false;
    } else {
      at = afterStar;
      retryAt += 1;
      inPath = retryAt;
    }
  }
  return false;
};

/**
 * Whether the rules allow a URL: the longest matching pattern decides, and of equally long ones
 * that which allows. A URL that would take too long to compare is forbidden.
 */
export const allowsUrl = ({ lines }: RobotRules, url: URL): boolean => {
  if (lines === null) return false;
  const path = normalise(url.pathname + url.search);
  const budget: Budget = { steps: MAX_STEPS };
  let longest = 0;
  let allowed = true;
  for (const line of lines.split('\n')) {
    const pattern = line.slice(1);
    if (pattern === '' || pattern.length < longest || !matches(pattern, path, budget)) continue;
    const allows = line.startsWith('+');
    allowed = allows || (pattern.length === longest && allowed);
    longest = pattern.length;
  }
  return budget.steps > 0 && allowed;
};
