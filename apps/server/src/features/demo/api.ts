export { loadDemoCatalogue } from './load-demo-catalogue.ts';
export { loadDemoTalk } from './talk/load-demo-talk.ts';
export { registerDemoMedia } from './media/register-demo-media.ts';
export { registerDemoShops } from './shops/register-demo-shops.ts';
