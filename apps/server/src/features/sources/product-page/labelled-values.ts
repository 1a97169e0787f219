const MAX_PAIRS = 200;
const MAX_TEXT_LENGTH = 200;
const CELL = /^(?:dt|dd|th|td)$/;
const LABEL = /^(?:dt|th)$/;
const LIST = /^(?:tr|dl)$/;

/** A row of a table or list of facts: "Площ: 65 кв.м". */
export interface LabelledValue {
  readonly label: string;
  readonly value: string;
}

/** Reads the facts that a page shows as rows of two cells, or as a list of terms. */
export const createLabelledValues = () => {
  const pairs: LabelledValue[] = [];
  let cell: { readonly depth: number; text: string } | null = null;
  let label = '';
  return {
    pairs,
    open(name: string, depth: number): void {
      if (LIST.test(name)) label = '';
      if (CELL.test(name)) cell = { depth, text: '' };
    },
    text(more: string): void {
      if (cell !== null) cell.text += more.slice(0, MAX_TEXT_LENGTH - cell.text.length);
    },
    close(name: string, depth: number): void {
      if (cell?.depth !== depth || pairs.length >= MAX_PAIRS) return;
      const text = cell.text.replace(/\s+/g, ' ').trim();
      cell = null;
      if (label === '' || LABEL.test(name)) {
        label = text.replace(/\s*:$/, '');
        return;
      }
      if (text !== '') pairs.push({ label, value: text });
      label = '';
    },
  };
};
