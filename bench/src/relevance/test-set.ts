import { readFileSync } from 'node:fs';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { categorySchema } from '@izgodno/contract/deals/vocabulary';
import { classifyDeal } from '@izgodno/server/features/search/classification/classify-deal.ts';
import type { DealTexts } from '@izgodno/server/features/search/engine/analysis/searchable-text.ts';

export interface JudgedDeal extends DealTexts {
  /** The heading that it is under, used for judgements and never searched. */
  readonly family: string;
  readonly labels: ReadonlySet<string>;
}

export interface JudgedQuery {
  readonly group: string;
  readonly text: string;
  /** The grade of each deal, by its position in the set: 0 (irrelevant) to 3. */
  readonly grades: readonly number[];
}

export interface TestSet {
  readonly deals: readonly JudgedDeal[];
  readonly queries: readonly JudgedQuery[];
}

interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** `## heading` lines with the lines below each. */
const sectionsOf = (file: string): Section[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split(/^## /mu)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { heading: heading.trim(), lines: lines.filter((line) => line.trim() !== '') };
    });

const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());

const wordsOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** A line `labels | brand | title | tags | description` under a heading `family | category`. */
const readDeal = (heading: string, line: string): JudgedDeal => {
  const [family = '', named] = cells(heading);
  const [labels, spelt = '', title = '', tags, description] = cells(line);
  if (description === undefined) throw new Error(`A deal has five cells: ${line}`);
  const category = expectShape(categorySchema, named);
  const brand = spelt === '' ? null : spelt;
  const words = wordsOf(tags ?? '', ',');
  return {
    family,
    labels: new Set(wordsOf(labels ?? '', ' ')),
    category,
    brandName: brand,
    kind: classifyDeal({ title, brand, category, tags: words }).kind,
    title,
    tags: words.join(', '),
    description,
    source: null,
  };
};

/** `family+label-label:grade`: that family, with the one label and without the other. */
const gradeBy = (rule: string, deals: readonly JudgedDeal[]): readonly number[] => {
  const [, family, conditions = '', grade] = /^([a-z]+)((?:[+-]\w+)*):([1-3])$/u.exec(rule) ?? [];
  if (family === undefined) throw new Error(`Not a judgement: ${rule}`);
  const labels = conditions.match(/[+-]\w+/gu) ?? [];
  const grades = deals.map((deal) => {
    const holds = labels.every(
      (label) => deal.labels.has(label.slice(1)) === label.startsWith('+'),
    );
    return deal.family === family && holds ? Number(grade) : 0;
  });
  if (grades.every((value) => value === 0)) throw new Error(`No deal is meant by ${rule}`);
  return grades;
};

/** A line `query => rule rule`; a deal that matches several rules has the highest grade. */
const readQuery = (group: string, line: string, deals: readonly JudgedDeal[]): JudgedQuery => {
  const [text, rules] = line.split(' => ');
  if (text === undefined || rules === undefined) throw new Error(`Not a judged query: ${line}`);
  const judged = wordsOf(rules, ' ').map((rule) => gradeBy(rule, deals));
  return {
    group,
    text,
    grades: deals.map((_, index) => Math.max(...judged.map((grades) => grades[index] ?? 0))),
  };
};

/**
 * The deals and judged queries. Judgements depend on what a deal is, never on an engine's results.
 */
export const readTestSet = (): TestSet => {
  const deals = sectionsOf('corpus.txt').flatMap(({ heading, lines }) =>
    lines.map((line) => readDeal(heading, line)),
  );
  const queries = sectionsOf('judgements.txt').flatMap(({ heading, lines }) =>
    lines.map((line) => readQuery(heading, line, deals)),
  );
  return { deals, queries };
};
