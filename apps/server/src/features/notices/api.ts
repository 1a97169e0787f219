export type { NoticeDraft, NoticeSubject, Notifier, Notify } from './notifier.ts';
export { registerNotices } from './register-notices.ts';
