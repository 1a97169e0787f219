import { lazyComponent } from '../lazy-component.tsx';

/** What blocks a person, loaded where it is shown. */
export const BlockButton = lazyComponent(
  ['profile'],
  async () => (await import('./block-button.tsx')).BlockButton,
);
export const BlockDialog = lazyComponent(
  ['profile'],
  async () => (await import('./block-dialog.tsx')).BlockDialog,
);
