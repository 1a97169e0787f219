import type { Locator } from '@playwright/test';

/**
 * Plays a recording, and waits until its position has passed a second. The page watches for that
 * itself, because a short recording can be over between two looks of a busy machine.
 */
export const play = async (player: Locator): Promise<void> => {
  const passed = player.getByRole('slider').evaluate(
    (slider) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (slider.ariaValueText?.startsWith('0:00') === false) resolve();
        };
        new MutationObserver(look).observe(slider, { attributeFilter: ['aria-valuetext'] });
      }),
  );
  await player.getByRole('button', { name: 'Play' }).click({ timeout: 30_000 });
  await passed;
};
