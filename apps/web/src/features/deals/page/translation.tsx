import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Deal } from '@izgodno/contract/deals/deal';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';

interface Languages {
  readonly sourceLanguage: LanguageCode;
  readonly targetLanguage: LanguageCode;
}

/** The browser's own translator, which works on the device. TypeScript has no types for it. */
interface TranslatorMaker {
  availability(languages: Languages): Promise<string>;
  create(
    languages: Languages,
  ): Promise<{ translate(text: string): Promise<string>; destroy(): void }>;
}

declare global {
  interface Window {
    readonly Translator?: TranslatorMaker;
  }
}

const translate = async (maker: TranslatorMaker, deal: Deal, languages: Languages) => {
  const translator = await maker.create(languages);
  try {
    const title = await translator.translate(deal.title);
    const { description } = deal;
    return {
      title,
      description: description === '' ? '' : await translator.translate(description),
    };
  } finally {
    translator.destroy();
  }
};

interface TranslationProps {
  readonly maker: TranslatorMaker;
  readonly deal: Deal;
  readonly from: LanguageCode;
}

/** Translates the words of a deal when the reader asks for it. No text leaves the device. */
export const Translation = ({ maker, deal, from }: TranslationProps) => {
  const { t, code } = useLanguage();
  const languages = { sourceLanguage: from, targetLanguage: code };
  const { data: availability = 'unavailable' } = useQuery({
    queryKey: ['translator', from, code],
    queryFn: () => maker.availability(languages).catch(() => 'unavailable'),
    staleTime: Infinity,
  });
  const { mutate, data, isPending, isError } = useMutation({
    mutationFn: () => translate(maker, deal, languages),
  });
  if (availability === 'unavailable') return null;
  return (
    <div data-keeps-focus aria-live="polite">
      {data === undefined ? (
        <Button tone="quiet" aria-busy={isPending} onClick={() => !isPending && mutate()}>
          {t(isPending ? 'translation.pending' : 'translation.show')}
        </Button>
      ) : (
        <>
          <p>
            <strong>{data.title}</strong>
          </p>
          {data.description !== '' && <p>{data.description}</p>}
          <p>
            <small>{t('translation.by')}</small>
          </p>
        </>
      )}
      {isError && <p role="alert">{t('translation.failed')}</p>}
    </div>
  );
};
