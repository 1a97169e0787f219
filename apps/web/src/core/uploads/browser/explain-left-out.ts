import { currentLanguage, loadArea, type Area, type TextKey } from '#core/language/language.ts';
import { explainRejection } from './explain-rejection.ts';
import type { LeftOut } from './form-files.ts';

/** What a form says of files that it does not take. */
export interface LeftOutTexts {
  /** The area of the texts. */
  readonly area: Area;
  /** Receives `name`. */
  readonly wrongKind: TextKey;
  /** Receives `maximum` and `count`. */
  readonly tooMany: TextKey;
  readonly maximum: number;
}

/** Says in lines why chosen files were left out. Throws if the texts for it cannot be loaded. */
export const explainLeftOut = async (
  { wrongKind, tooMany, rejection }: LeftOut,
  texts: LeftOutTexts,
): Promise<readonly string[]> => {
  await loadArea(texts.area);
  const { t } = currentLanguage();
  return [
    ...wrongKind.map((name) => t(texts.wrongKind, { name })),
    ...(tooMany === 0 ? [] : [t(texts.tooMany, { maximum: texts.maximum, count: tooMany })]),
    ...(rejection === null ? [] : await explainRejection(rejection)),
  ];
};
