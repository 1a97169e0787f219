import { expect, test } from 'vitest';
import { kindsOf, kindTerms, readForKinds } from './kinds.ts';
import { searchableText } from './searchable-text.ts';

const termsOf = (title: string, kind: string | null): readonly string[] => {
  const text = searchableText({
    title,
    kind,
    description: 'За лаптоп и телефон',
    brandName: null,
    tags: '',
    category: 'electronics',
    source: null,
  });
  return kindsOf(text, readForKinds(text));
};
const terms = (...kinds: readonly string[]): readonly string[] => [
  ...new Set(kinds.flatMap(kindTerms)),
];

test.each([
  // The known kind decides, whatever the title and the description mention.
  ['ThinkPad T480', 'laptop', ['laptop']],
  ['Раница Targus', 'laptop-bag', ['laptop-bag']],
  // What the title names besides the known kind counts, too, unless it is an accessory's purpose.
  ['Лаптоп и таблет', 'laptop', ['laptop', 'tablet']],
  ['Зарядно лаптоп HP', 'charger', ['charger']],
  // A word that means something of another category.
  ['Офис лаптоп', 'laptop', ['laptop']],
  // Without a known kind the words decide, at last those of the description.
  ['Таблет Roma', null, ['tablet']],
  ['ThinkPad T480', null, ['laptop', 'mobile-phone']],
  ['ThinkPad T480', 'no-longer-known', ['laptop', 'mobile-phone']],
])('"%s" of the kind %s is found as %j', (title, kind, kinds) => {
  expect(termsOf(title, kind)).toEqual(terms(...kinds));
});
