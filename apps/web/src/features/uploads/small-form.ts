import type { Ref } from 'react';
import type { Upload } from '#core/uploads/engine/upload.ts';

/** The props of the bar and the pill. */
export interface SmallFormProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly uploads: readonly Upload[];
  readonly onOpen: () => void;
}
