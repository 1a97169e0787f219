export { loadDemoDeals } from './load-demo-deals.ts';
export { loadDemoTalk } from './talk/load-demo-talk.ts';
export { registerDemoMedia } from './media/register-demo-media.ts';
export { registerDemoShops } from './shops/register-demo-shops.ts';
