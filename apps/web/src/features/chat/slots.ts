import { lazyComponent } from '#core/lazy-component.tsx';

/** Parts of the chat that load when they are opened. */
export const Elsewhere = lazyComponent(
  ['chat', 'chat.panels', 'profiles'],
  async () => (await import('./channels/elsewhere.tsx')).Elsewhere,
);
export const DirectOpener = lazyComponent(
  ['shell.signed-in'],
  async () => (await import('./channels/direct-opener.tsx')).DirectOpener,
);
export const ChannelInfo = lazyComponent(
  ['chat', 'chat.more', 'chat.panels'],
  async () => (await import('./channels/info/channel-info.tsx')).ChannelInfo,
);
export const MessageSearch = lazyComponent(
  ['chat', 'chat.more', 'chat.panels'],
  async () => (await import('./search/message-search.tsx')).MessageSearch,
);
export const FindPage = lazyComponent(
  ['chat', 'chat.panels'],
  async () => (await import('./search/find-page.tsx')).FindPage,
);
export const SavedPage = lazyComponent(
  ['chat', 'chat.panels'],
  async () => (await import('./saved/saved-page.tsx')).SavedPage,
);
export const ThreadsPage = lazyComponent(
  ['chat', 'chat.panels', 'shell.signed-in'],
  async () => (await import('./threads/threads-page.tsx')).ThreadsPage,
);
export const EmojiPicker = lazyComponent(
  ['chat', 'chat.more'],
  async () => (await import('./composer/emoji-picker.tsx')).EmojiPicker,
);
export const NewChannelDialog = lazyComponent(
  ['chat', 'chat.more'],
  async () => (await import('./channels/new-channel-dialog.tsx')).NewChannelDialog,
);
export const BrowseChannelsDialog = lazyComponent(
  ['chat', 'chat.more'],
  async () => (await import('./channels/find-dialog.tsx')).BrowseChannelsDialog,
);
export const NewDirectDialog = lazyComponent(
  ['chat', 'chat.more'],
  async () => (await import('./channels/find-dialog.tsx')).NewDirectDialog,
);
export const ForwardDialog = lazyComponent(
  ['chat', 'chat.more', 'chat.panels'],
  async () => (await import('./messages/forward-dialog.tsx')).ForwardDialog,
);
export const MessageDetails = lazyComponent(
  ['chat', 'chat.more', 'chat.panels'],
  async () => (await import('./messages/message-details.tsx')).MessageDetails,
);
export const UserCard = lazyComponent(
  ['chat', 'chat.more', 'chat.panels'],
  async () => (await import('./members/user-card.tsx')).UserCard,
);
export const VoiceRecorder = lazyComponent(
  ['chat.more'],
  async () => (await import('./voice/voice-recorder.tsx')).VoiceRecorder,
);
export const DealHead = lazyComponent(
  ['chat', 'chat.more', 'deals'],
  async () => (await import('./messages/deal-head.tsx')).DealHead,
);
export const PlaceholderView = lazyComponent(
  ['chat', 'chat.more', 'uploads'],
  async () => (await import('./messages/placeholder-view.tsx')).PlaceholderView,
);
export const TextPreview = lazyComponent(
  ['chat'],
  async () => (await import('./messages/text-preview.tsx')).TextPreview,
);
export const VoicePlayer = lazyComponent(
  ['chat.more'],
  async () => (await import('./voice/voice-player.tsx')).VoicePlayer,
);
export const StoredRecordings = lazyComponent(
  ['chat.more'],
  async () => (await import('./voice/stored-recordings.tsx')).StoredRecordings,
);
export const Shortcuts = lazyComponent(
  ['chat.more'],
  async () => (await import('./shortcuts/shortcuts.tsx')).Shortcuts,
);
export const Switcher = lazyComponent(
  ['chat.more'],
  async () => (await import('./shortcuts/shortcuts.tsx')).Switcher,
);
