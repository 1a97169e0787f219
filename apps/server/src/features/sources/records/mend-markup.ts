/** The longest entity that is buffered at the end of a piece; HTML's longest has 33 characters. */
const LONGEST_ENTITY = 40;
// Not the `<` of an ordinary tag, which passes unchanged: feeds consist of them.
const SPECIAL = /&|<(?![a-z/])/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z_][\w.-]*);/iy;
const BEGUN_ENTITY = /^&[#\w.-]*$/;
const AFTER_LESS_THAN = /[\p{L}_:/!?]/u;

/** Sections in which `&` and `<` are literal, with their ends. */
const sections = [
  { start: '<![CDATA[', end: ']]>' },
  { start: '<!--', end: '-->' },
] as const;

/** Characters that XML 1.0 cannot represent (section 2.2). */
const isForbidden = (code: number): boolean =>
  (code < 0x20 && code !== 0x9 && code !== 0xa && code !== 0xd) ||
  (code >= 0xd8_00 && code <= 0xdf_ff) ||
  code === 0xff_fe ||
  code === 0xff_ff ||
  code > 0x10_ff_ff;

/** The replacement of the `&` or `<` at that position, and the number of characters it replaces. */
interface Mend {
  readonly length: number;
  readonly by: string;
}

const mendEntity = (text: string, at: number): Mend | null => {
  ENTITY.lastIndex = at;
  const found = ENTITY.exec(text);
  if (found === null) return { length: 1, by: '&amp;' };
  const [whole, decimal, hexadecimal] = found;
  if (decimal === undefined && hexadecimal === undefined) return null;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return isForbidden(code) ? { length: whole.length, by: '' } : null;
};

const mendLessThan = (text: string, at: number): Mend | null =>
  AFTER_LESS_THAN.test(text.charAt(at + 1)) ? null : { length: 1, by: '&lt;' };

/**
 * Mends handwritten XML piece by piece: a bare `&` ("H&M"), a bare `<` ("< 5 kg"), and references
 * to characters that XML does not have (`&#1;`). Markup, entities, comments and CDATA pass
 * unchanged.
 */
export class MarkupMender {
  #rest = '';
  /** The end of the open section; empty outside of one. */
  #sectionEnd = '';

  /** Returns the mended text up to where the next piece may matter. */
  push(piece: string): string {
    return this.#mend(this.#rest + piece, false);
  }

  /** Returns the rest. */
  end(): string {
    return this.#mend(this.#rest, true);
  }

  #mend(text: string, isLast: boolean): string {
    let mended = '';
    let taken = 0;
    let at = 0;
    const keepFrom = (position: number): string => {
      this.#rest = text.slice(position);
      return mended + text.slice(taken, position);
    };
    for (;;) {
      if (this.#sectionEnd !== '') {
        const end = text.indexOf(this.#sectionEnd, at);
        if (end === -1)
          return keepFrom(
            isLast ? text.length : Math.max(at, text.length - this.#sectionEnd.length + 1),
          );
        at = end + this.#sectionEnd.length;
        this.#sectionEnd = '';
      }
      SPECIAL.lastIndex = at;
      const found = SPECIAL.exec(text);
      if (found === null) return keepFrom(text.length);
      at = found.index;
      if (!isLast && this.#mayGoOn(text, at)) return keepFrom(at);
      const section = sections.find(({ start }) => text.startsWith(start, at));
      if (section !== undefined) {
        this.#sectionEnd = section.end;
        at += section.start.length;
        continue;
      }
      const mend = text[at] === '&' ? mendEntity(text, at) : mendLessThan(text, at);
      if (mend === null) {
        at += 1;
        continue;
      }
      mended += text.slice(taken, at) + mend.by;
      at += mend.length;
      taken = at;
    }
  }

  /** Whether the construct at that position may continue in the next piece. */
  #mayGoOn(text: string, at: number): boolean {
    const left = text.length - at;
    if (text[at] === '&') return left < LONGEST_ENTITY && BEGUN_ENTITY.test(text.slice(at));
    return sections.some(({ start }) => left < start.length && start.startsWith(text.slice(at)));
  }
}
