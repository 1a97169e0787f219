export { loadLegalPages, registerLegal } from './legal/legal-pages.ts';
export { readableUrl, registerPages } from './html/page-routes.ts';
export { registerContact } from './contact/register-contact.ts';
export { registerSite } from './register-site.ts';
