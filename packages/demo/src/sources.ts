import type { Category, SourceGroup } from '@izgodno/contract/deals/vocabulary';

export interface DemoSource {
  readonly id: string;
  readonly name: string;
  readonly group: SourceGroup;
  readonly commission: boolean;
}

export const demoSources = {
  classifieds: { id: 'pazar-demo', name: 'Пазарче', group: 'marketplace', commission: false },
  property: { id: 'imoti-demo', name: 'Имоти Компас', group: 'marketplace', commission: false },
  holidays: { id: 'pochivka-demo', name: 'Почивка Хоризонт', group: 'travel', commission: false },
  flights: { id: 'poleti-demo', name: 'Полети Лястовица', group: 'travel', commission: false },
  technology: { id: 'iskra-demo', name: 'Искра Техника', group: 'other', commission: true },
  living: { id: 'yavor-demo', name: 'Явор Дом', group: 'other', commission: true },
  everyday: { id: 'lipa-demo', name: 'Магазин Липа', group: 'other', commission: true },
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
