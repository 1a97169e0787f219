export { storeConversation } from './messages/store-conversation.ts';
export { registerChat } from './register-chat.ts';
