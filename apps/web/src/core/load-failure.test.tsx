import { ApiError } from '@izgodno/contract/common/client';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, startLanguage } from '#core/language/language.ts';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import { LoadFailure } from './load-failure.tsx';

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
});

const SERVER_ERROR = 'Server error. Please try again later.';

test.each<[name: string, error: unknown, text: string, icon: IconName]>([
  ['no connection', new ApiError('network', 0, ''), 'Connection lost', 'offline'],
  ['an error of the server', new ApiError('internal', 500, ''), SERVER_ERROR, 'warning'],
  ['the page of a proxy', new ApiError('unreadable', 502, ''), SERVER_ERROR, 'warning'],
  ['an unreadable response', new ApiError('unreadable', 200, ''), 'Please try again', 'warning'],
])('says what failed: %s', async (_, error, text, icon) => {
  await render(
    <>
      <LoadFailure title="deals.failed" error={error} onRetry={() => {}} />
      <div data-testid="expected">
        <Icon name={icon} />
      </div>
    </>,
  );
  const alert = page.getByRole('alert');
  await expect.element(alert.getByRole('paragraph')).toMatchTextContent(text);
  const pathIn = (locator: typeof alert) => locator.element().querySelector('path')?.outerHTML;
  expect(pathIn(alert)).toBe(pathIn(page.getByTestId('expected')));
});
