import { Rejected } from './tree.ts';

/** A name in the forms that files, code and texts use. */
export interface Name {
  /** `price-alerts` */
  readonly kebab: string;
  /** `priceAlerts` */
  readonly camel: string;
  /** `PriceAlerts` */
  readonly pascal: string;
  /** `PRICE_ALERTS` */
  readonly upper: string;
  /** `Price alerts` */
  readonly words: string;
}

const LONGEST_NAME = 40;

/** Words that cannot be the name of a constant. */
const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);

/** Throws `Rejected` for anything but short words of small Latin letters, joined by hyphens. */
export const parseName = (text: string): Name => {
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(text) || text.length > LONGEST_NAME)
    throw new Rejected(
      `"${text}" is no name: use at most ${LONGEST_NAME} small Latin letters and digits, with hyphens between words, as in price-alerts.`,
    );
  if (reserved.has(text)) throw new Rejected(`"${text}" is a word of the language.`);
  const camel = text.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return {
    kebab: text,
    camel,
    pascal: camel.slice(0, 1).toUpperCase() + camel.slice(1),
    upper: text.replaceAll('-', '_').toUpperCase(),
    words: text.slice(0, 1).toUpperCase() + text.slice(1).replaceAll('-', ' '),
  };
};

/** The two names of `feature/name`. Throws `Rejected`. */
export const parseNameIn = (text: string): readonly [feature: Name, name: Name] => {
  const [feature, name, ...more] = text.split('/');
  if (feature === undefined || name === undefined || more.length > 0)
    throw new Rejected(`"${text}" names no feature: write feature/name, as in notices/mute.`);
  return [parseName(feature), parseName(name)];
};
