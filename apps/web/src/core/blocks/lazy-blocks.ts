import { lazyComponent } from '../lazy-component.tsx';

/** The block button, loaded where it is shown. */
export const BlockButton = lazyComponent(
  ['profile'],
  async () => (await import('./block-button.tsx')).BlockButton,
);
export const BlockDialog = lazyComponent(
  ['profile'],
  async () => (await import('./block-dialog.tsx')).BlockDialog,
);
