export type { NoticeDraft, NoticeSubject, NoticePublisher, Notify } from './notice-publisher.ts';
export {
  notifyOfChanges,
  passOnLate,
  type ChangeNotices,
  type PassedOn,
} from './notify-of-changes.ts';
export { eraseTracesLater } from './erase-traces.ts';
export { holdRecipients } from './hold-recipients.ts';
export { noticesOfReports } from './report-notices.ts';
export { eraseSubscriptionsOf } from './push-subscriptions.ts';
export { registerNotices } from './register-notices.ts';
