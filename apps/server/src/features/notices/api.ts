export type { NoticeDraft, NoticeSubject, Notifier, Notify } from './notifier.ts';
