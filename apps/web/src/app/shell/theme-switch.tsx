import { useLanguage } from '#core/language/language.ts';
import { chooseTheme, themeStore } from '#core/theme/theme.ts';
import { useStore } from '#shared/store.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';

export const ThemeSwitch = () => {
  const { t } = useLanguage();
  const isDark = useStore(themeStore) === 'dark';
  return (
    <IconButton
      label={t(isDark ? 'shell.toLight' : 'shell.toDark')}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </IconButton>
  );
};
