export { readableAddress, registerPages } from './html/page-routes.ts';
