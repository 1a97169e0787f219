import { currentLanguage, loadArea } from '#core/language/language.ts';

/** Explains why files or an upload were rejected, one sentence each. Loads the texts for it first. */
export const explainRejection = async (rejection: unknown): Promise<readonly string[]> => {
  try {
    const [{ rejectionTexts }] = await Promise.all([
      import('./upload-texts.ts'),
      loadArea('uploads'),
    ]);
    return rejectionTexts(currentLanguage(), rejection);
  } catch {
    return [currentLanguage().t('error.networkForAction')];
  }
};
