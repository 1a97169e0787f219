// One file, because the lists show the other two on phones and most pages need them
// (docs/decisions/0396-one-file-for-signed-in-pages.md).
export { DealsPage } from './pages/deals-page.tsx';
export { SearchBox } from '#features/search/box/search-box.tsx';
export { CategoryLinks } from '#features/search/filters/category-links.tsx';
// Has a file of its own, which a list with filters loads ahead.
export { ActiveFilters } from '#features/search/results/deals-page.tsx';
