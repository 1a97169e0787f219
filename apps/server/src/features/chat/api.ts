export { storeChannelHistory } from './messages/store-channel-history.ts';
export { registerChat } from './register-chat.ts';
