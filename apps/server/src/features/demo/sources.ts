import type { Category, SourceGroup } from '@izgodno/contract/deals/vocabulary';

export interface DemoSource {
  readonly id: string;
  readonly name: string;
  readonly group: SourceGroup;
}

export const demoSources = {
  classifieds: { id: 'pazar-demo', name: 'Пазарче', group: 'marketplace' },
  property: { id: 'imoti-demo', name: 'Имоти Компас', group: 'marketplace' },
  holidays: { id: 'pochivka-demo', name: 'Почивка Хоризонт', group: 'travel' },
  flights: { id: 'poleti-demo', name: 'Полети Лястовица', group: 'travel' },
  technology: { id: 'iskra-demo', name: 'Искра Техника', group: 'other' },
  living: { id: 'yavor-demo', name: 'Явор Дом', group: 'other' },
  everyday: { id: 'lipa-demo', name: 'Магазин Липа', group: 'other' },
} as const satisfies Record<string, DemoSource>;

const technology: ReadonlySet<Category> = new Set([
  'electronics',
  'photography',
  'automotive',
  'tools-hardware',
  'music-instruments',
]);
const living: ReadonlySet<Category> = new Set(['furniture', 'home-garden', 'art-crafts']);

/** The shop that sells new goods of a category. */
export const shopFor = (category: Category): DemoSource => {
  if (technology.has(category)) return demoSources.technology;
  return living.has(category) ? demoSources.living : demoSources.everyday;
};
