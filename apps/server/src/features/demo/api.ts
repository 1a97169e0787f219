export { loadDemoCatalogue } from './load-demo-catalogue.ts';
export { loadDemoTalk } from './talk/load-demo-talk.ts';
