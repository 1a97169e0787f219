import { useEffect } from 'react';
import { getSettings, settingsSchema, updateSettings } from '@izgodno/contract/profiles/calls';
import * as z from 'zod/mini';
import { api, currentToken } from '#core/api/api.ts';
import { secondaryAmountStore, showSecondaryAmount } from '#core/format/secondary-amount.ts';
import {
  chooseLanguage,
  currentLanguage,
  isLanguageChosen,
  onLanguageChange,
} from '#core/language/language.ts';
import { chooseTheme, themeChoiceStore } from '#core/theme/theme.ts';
import { ownTask } from '#shared/browser-events.ts';
import { sharedStorage } from '#shared/storage.ts';

/** Storage key of the choices that this device and the account last had in common. */
const AGREEMENT_KEY = 'settings-agreement';

const { language, theme, showLev } = settingsSchema.shape;
const choicesSchema = z.partial(z.object({ language, theme, showLev }));
type Choices = z.infer<typeof choicesSchema>;

const agreementSchema = z.object({ userId: z.string(), choices: choicesSchema });
type Agreement = z.infer<typeof agreementSchema>;

const readAgreement = (userId: string): Choices | null => {
  try {
    const stored = agreementSchema.parse(
      JSON.parse(sharedStorage.getItem(AGREEMENT_KEY) ?? 'null'),
    );
    return stored.userId === userId ? stored.choices : null;
  } catch {
    // None is stored, or something else wrote there.
    return null;
  }
};

/** From then on, the account's choices replace those of this device. */
export const eraseAgreement = (): void => sharedStorage.removeItem(AGREEMENT_KEY);

const select = (choices: Choices, isSelected: (key: keyof Choices) => boolean): Choices => {
  const { language, theme, showLev } = choices;
  return {
    ...(language !== undefined && isSelected('language') && { language }),
    ...(theme !== undefined && isSelected('theme') && { theme }),
    ...(showLev !== undefined && isSelected('showLev') && { showLev }),
  };
};

/** The choices of this device. A detected language is not chosen; null is the system's theme. */
const localChoices = (): Choices => {
  const theme = themeChoiceStore.get();
  return {
    ...(isLanguageChosen() && { language: currentLanguage().code }),
    theme: theme === 'system' ? null : theme,
    showLev: secondaryAmountStore.get(),
  };
};

const apply = async ({ language, theme, showLev }: Choices): Promise<void> => {
  if (theme !== undefined && theme !== null && theme !== themeChoiceStore.get()) chooseTheme(theme);
  if (showLev !== undefined) showSecondaryAmount(showLev);
  if (language !== undefined && language !== null && language !== currentLanguage().code)
    await chooseLanguage(language);
};

/**
 * Synchronises language, theme and currency with the account. A choice made on this device since the
 * two last agreed replaces the account's, even if the page was closed before the server received it;
 * otherwise the account's choice is applied. If a call fails, this device keeps its choice. Returns
 * the function that ends it.
 */
export const followSettings = (userId: string): (() => void) => {
  const ending = new AbortController();
  let agreed = readAgreement(userId) ?? localChoices();
  let account: Choices | null = null;
  let isSending = false;

  /** Another tab may have stored other choices meanwhile: they stay. */
  const updateAgreement = (update: (choices: Choices) => Choices): void => {
    const choices = update(readAgreement(userId) ?? agreed);
    agreed = update(agreed);
    sharedStorage.setItem(AGREEMENT_KEY, JSON.stringify({ userId, choices } satisfies Agreement));
  };

  const noteAgreement = (present: Choices): void => {
    const local = localChoices();
    const common = select(local, (key) => local[key] === present[key]);
    updateAgreement((choices) => ({ ...choices, ...common }));
  };

  /** The choices of this device that the account does not have yet. */
  const unsent = (present: Choices): Choices => {
    const local = localChoices();
    return select(local, (key) => local[key] !== agreed[key] && local[key] !== present[key]);
  };

  /** Sends one change at a time, because of two requests the older one could arrive last. */
  const send = async (present: Choices): Promise<void> => {
    const changes = unsent(present);
    if (Object.keys(changes).length === 0) return;
    // Until the server has responded it is unknown which of the two the account has.
    updateAgreement((choices) => select(choices, (key) => !(key in changes)));
    await api.call(updateSettings, { body: changes });
    if (ending.signal.aborted) return;
    account = { ...present, ...changes };
    noteAgreement(account);
    await send(account);
  };

  const onChoice = (): void => {
    if (account === null || isSending) return;
    noteAgreement(account);
    isSending = true;
    send(account)
      // The next page sends it.
      .catch(() => undefined)
      .finally(() => (isSending = false));
  };

  const start = async (): Promise<void> => {
    await ownTask();
    const { settings } = await api.call(getSettings, {}, ending.signal);
    const { language, theme, showLev } = settings;
    account = { language, theme, showLev };
    const own = unsent(account);
    const others = select(account, (key) => !(key in own));
    onChoice();
    await apply(others);
  };

  const stops = [
    onLanguageChange(onChoice),
    themeChoiceStore.subscribe(onChoice),
    secondaryAmountStore.subscribe(onChoice),
  ];
  start().catch(() => undefined);
  return () => {
    ending.abort();
    for (const stop of stops) stop();
  };
};

/** Keeps the choices of the user who is signed in the same on all their devices. */
export const SettingsSync = ({ userId }: { readonly userId: string }) => {
  useEffect(() => {
    const stop = followSettings(userId);
    return () => {
      stop();
      // Signing out clears the browser of what belongs to the account.
      if (currentToken() === null) eraseAgreement();
    };
  }, [userId]);
  return null;
};
