export { SalePanel } from './lazy-sales.ts';
