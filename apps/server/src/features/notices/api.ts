export type { NoticeDraft, NoticeSubject, NoticePublisher, Notify } from './notice-publisher.ts';
export { eraseSubscriptionsOf } from './push-subscriptions.ts';
export { registerNotices } from './register-notices.ts';
