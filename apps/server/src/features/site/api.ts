export { loadLegalPages, registerLegal } from './legal/legal-pages.ts';
export { registerPages } from './html/page-routes.ts';
export { readableUrl } from './html/page-url.ts';
export { registerContact } from './contact/register-contact.ts';
export { registerSite } from './register-site.ts';
