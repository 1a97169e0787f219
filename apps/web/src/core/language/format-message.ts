import { numberText } from '../format/number-format.ts';

/** A text as the build compiles it from ICU MessageFormat (`build/compile-texts.ts`). */
export type Message = string | readonly Token[];

/**
 * Literal text, `#` for the number of the enclosing plural, or a placeholder: its name, its type
 * (`number`, `plural`, `select`) and its cases.
 */
type Token =
  | string
  | readonly [name: string, type?: string, cases?: Readonly<Record<string, Message>>];

export type Messages = Readonly<Record<string, Message>>;

export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * Returns a formatter for one language, which writes numbers as the reader does. The full library is
 * 2 KB too large for the first route.
 */
export const createFormat = (
  locale: string,
): ((message: Message, values?: MessageValues) => string) => {
  const plurals = new Intl.PluralRules(locale);

  const format = (message: Message, values: MessageValues, count = 0): string =>
    typeof message === 'string'
      ? message
      : message.map((token) => fill(token, values, count)).join('');

  const fill = (token: Token, values: MessageValues, count: number): string => {
    if (typeof token === 'string') return token === '#' ? numberText(count, locale) : token;
    const [name, type, cases] = token;
    const value = values[name] ?? '';
    if (cases !== undefined) {
      const category = type === 'plural' ? plurals.select(Number(value)) : 'other';
      const chosen = cases[value] ?? cases[category] ?? cases['other'] ?? '';
      return format(chosen, values, Number(value));
    }
    return typeof value === 'number' ? numberText(value, locale) : value;
  };

  return (message, values = {}) => format(message, values);
};
