/**
 * Texts that load with the code that shows them, by the name of their file. Only their types are
 * imported, so that the texts stay out of the code.
 */
export { default as 'accounts.administration' } from './en/accounts.administration.json';
export { default as 'accounts.factors' } from './en/accounts.factors.json';
export { default as 'accounts.keys' } from './en/accounts.keys.json';
export { default as 'accounts.menu' } from './en/accounts.menu.json';
export { default as 'accounts.session' } from './en/accounts.session.json';
export { default as 'accounts.settings' } from './en/accounts.settings.json';
export { default as 'accounts.sign-in' } from './en/accounts.sign-in.json';
export { default as chat } from './en/chat.json';
export { default as 'chat.more' } from './en/chat.more.json';
export { default as 'chat.panels' } from './en/chat.panels.json';
export { default as 'chat.comments' } from './en/chat.comments.json';
export { default as dashboard } from './en/dashboard.json';
export { default as deals } from './en/deals.json';
export { default as 'deals.offers' } from './en/deals.offers.json';
export { default as 'deals.page' } from './en/deals.page.json';
export { default as engagement } from './en/engagement.json';
export { default as moderation } from './en/moderation.json';
export { default as notices } from './en/notices.json';
export { default as offline } from './en/offline.json';
export { default as posts } from './en/posts.json';
export { default as 'posts.form' } from './en/posts.form.json';
export { default as 'price-alerts' } from './en/price-alerts.json';
export { default as profiles } from './en/profiles.json';
export { default as sales } from './en/sales.json';
export { default as 'saved-searches' } from './en/saved-searches.json';
export { default as 'search.suggestions' } from './en/search.suggestions.json';
export { default as 'search.log' } from './en/search.log.json';
export { default as 'search.shop' } from './en/search.shop.json';
export { default as 'search.filters' } from './en/search.filters.json';
export { default as 'search.understood' } from './en/search.understood.json';
export { default as 'shell.bar' } from './en/shell.bar.json';
export { default as 'shell.signed-in' } from './en/shell.signed-in.json';
export { default as site } from './en/site.json';
export { default as 'site.help' } from './en/site.help.json';
export { default as sources } from './en/sources.json';
export { default as 'sources.link' } from './en/sources.link.json';
export { default as styleguide } from './en/styleguide.json';
export { default as system } from './en/system.json';
export { default as uploads } from './en/uploads.json';
export { default as 'watched-pages' } from './en/watched-pages.json';
export { default as webhooks } from './en/webhooks.json';
