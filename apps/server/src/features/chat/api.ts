export { storeConversation } from './messages/store-conversation.ts';
