import { lazyComponent } from '#core/lazy-component.tsx';

export const MessageOverlay = lazyComponent(
  ['chat', 'chat.more'],
  async () => (await import('./message-overlay.tsx')).MessageOverlay,
);
