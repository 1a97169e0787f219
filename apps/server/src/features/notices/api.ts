export type { NoticeDraft, NoticeSubject, NoticePublisher, Notify } from './notice-publisher.ts';
export { registerNotices } from './register-notices.ts';
