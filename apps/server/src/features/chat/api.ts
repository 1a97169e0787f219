export { storeChannelHistory } from './messages/store-channel-history.ts';
export { eraseHooksOf } from './channels/hooks.ts';
export { readReportersOfSender } from './messages/removals.ts';
export { registerChat } from './register-chat.ts';
