import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillRegistration } from './account-forms.ts';
import { composer, messages, send } from './chat-page.ts';
import { showSidebar } from './drawer.ts';
import { expect, expectAccessible, test } from './journey.ts';

const register = async (page: Page, name: string): Promise<void> => {
  await page.goto('/register?from=%2Fchat');
  await fillRegistration(page, name);
  await expect(page).toHaveURL(/\/chat\/.+/, { timeout: 30_000 });
  await expect(composer(page)).toBeVisible();
};

test('a user is invited, accepts, and sees messages of a blocked user folded', async ({
  page: ana,
  otherVisitor: boris,
}) => {
  test.setTimeout(120_000);
  // Users are found by the beginning of their names, so these names must be unique.
  const word = randomUUID().slice(0, 8);
  await register(ana, `Ana ${word}`);
  await register(boris, `Boris ${word}`);

  const room = `Room ${word}`;
  await showSidebar(ana);
  await ana.getByRole('button', { name: 'New channel' }).click();
  const making = ana.getByRole('dialog');
  await making.getByLabel('Name').fill(room);
  await making.getByRole('radio', { name: 'Only people who are invited' }).click();
  await making.getByRole('button', { name: 'Create' }).click();
  await expect(ana.getByRole('heading', { level: 1, name: room })).toBeVisible();
  await send(ana, 'A secret of the house');
  await ana.getByRole('button', { name: 'About the channel' }).click();
  await ana.getByRole('tab', { name: 'Members' }).click();
  await ana.getByRole('combobox', { name: 'Invite people' }).fill(`Boris ${word}`);
  await ana.getByRole('option', { name: `Boris ${word}` }).click();
  await expect(ana.getByRole('list', { name: 'Invited' })).toContainText(`Boris ${word}`);

  await showSidebar(boris);
  await boris.getByRole('link', { name: `${room} from Ana ${word}` }).click();
  await expect(
    boris.getByRole('heading', { name: `Ana ${word} invites you to ${room}` }),
  ).toBeVisible();
  await expectAccessible(boris);
  await expect(boris.getByText('A secret of the house')).toHaveCount(0);
  await boris.getByRole('button', { name: 'Accept' }).click();
  await expect(boris.getByRole('heading', { level: 1, name: room })).toBeVisible();
  await expect(ana.getByRole('list', { name: 'Invited' })).toHaveCount(0);

  const said = messages(boris).getByRole('article').filter({ hasText: 'A secret of the house' });
  await said.hover();
  await said.getByRole('button', { name: /^Actions for/ }).click();
  await boris.getByRole('menuitem', { name: `Block Ana ${word}` }).click();
  await boris.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  const folded = messages(boris)
    .getByRole('article')
    .filter({ hasText: 'Message from someone you blocked' });
  await expect(folded).toHaveCount(1);
  await expect(boris.getByText('A secret of the house')).toHaveCount(0);
  await boris.reload();
  await expect(folded).toHaveCount(1);
  await expectAccessible(boris);
  await folded.getByRole('button', { name: 'Show' }).click();
  await expect(boris.getByText('A secret of the house')).toBeVisible();

  await boris.goto('/settings');
  await boris.getByRole('button', { name: `Unblock Ana ${word}` }).click();
  await expect(boris.getByText('You have not blocked anybody.')).toBeVisible();
});
