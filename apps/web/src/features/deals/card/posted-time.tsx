import { exactTime, relativeTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { useNow } from '#shared/hooks/use-now.ts';

export const PostedTime = ({ iso }: { iso: string }) => {
  const { code } = useLanguage();
  const now = useNow();
  return (
    <time dateTime={iso} title={exactTime(iso, code)}>
      {relativeTime(iso, now, code)}
    </time>
  );
};
