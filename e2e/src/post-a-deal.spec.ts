import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { dealLinks, searchFor, searchField } from './deals-page.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { openAsMember, PASSWORD } from './new-member.ts';
import { pngImage } from './png-image.ts';
import { wordOfItsOwn } from './word-of-its-own.ts';

/** How long a new user may take from the form to the posted deal, in milliseconds. */
const A_MINUTE = 60_000;

const texts = {
  en: {
    language: 'EN, English',
    menu: 'Menu',
    prompt: 'Please sign in to access this feature',
    toRegister: 'Create account',
    createAccount: 'Create account',
    places: 'Places',
    name: 'Name',
    email: 'Email',
    password: 'Password',
    post: 'Post a deal',
    heading: 'Post a deal',
    title: /^Title/,
    category: 'Category',
    other: 'Other',
    price: /^Price in euro/,
    place: /^Town or province/,
    tags: /^Tags/,
    files: 'Chosen photos and videos',
    makeMain: 'Make the main picture: photo-3.png',
    submit: 'Post the deal',
    posted: 'Your deal is posted',
    edit: 'Edit',
    save: 'Save changes',
    saved: 'Your changes are saved',
    sold: 'Mark as sold',
    markedSold: 'The deal is marked as sold',
    soldSign: 'Sold',
    delete: 'Delete',
    deleted: 'Deal deleted successfully',
    undo: 'Undo',
    restored: 'The deal is restored',
    myPosts: 'My posts',
    views: 'Views',
  },
  bg: {
    language: 'БГ, Български',
    menu: 'Меню',
    prompt: 'Моля, влезте в профила си, за да ползвате тази функция',
    toRegister: 'Регистрация',
    createAccount: 'Създаване на профил',
    places: 'Места',
    name: 'Име',
    email: 'Имейл',
    password: 'Парола',
    post: 'Публикувайте обява',
    heading: 'Публикуване на обява',
    title: /^Заглавие/,
    category: 'Категория',
    other: 'Други',
    price: /^Цена в евро/,
    place: /^Населено място/,
    tags: /^Етикети/,
    files: 'Избрани снимки и видео',
    makeMain: 'Задаване като основна снимка: photo-3.png',
    submit: 'Публикуване',
    posted: 'Обявата Ви е публикувана',
    edit: 'Редактиране',
    save: 'Запазване на промените',
    saved: 'Промените са запазени',
    sold: 'Отбелязване като продадена',
    markedSold: 'Обявата е отбелязана като продадена',
    soldSign: 'Продадена',
    delete: 'Изтриване',
    deleted: 'Обявата е изтрита',
    undo: 'Отмяна',
    restored: 'Обявата е възстановена',
    myPosts: 'Моите обяви',
    views: 'Преглеждания',
  },
} as const;

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

const photo = (number: number) => ({
  name: `photo-${number}.png`,
  mimeType: 'image/png',
  buffer: pngImage([60 * number, 140, 40 * number]),
});

/** Creates an account on the registration page. */
const fillAccount = async (page: Page, words: (typeof texts)['en' | 'bg']): Promise<void> => {
  await page.getByLabel(words.name, { exact: true }).fill('Mila Petrova');
  await page.getByLabel(words.email).fill(`mila-${randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: words.password }).fill(PASSWORD);
  await page.getByRole('button', { name: words.createAccount }).click();
  // Password hashing is slow on purpose, and slower on a busy machine.
  await expect(page).toHaveURL(/\/post$/, { timeout: 30_000 });
};

/** Opens the form as a new member. */
const openPostForm = async (page: Page): Promise<void> => {
  await openAsMember(page, '/post');
  await expect(page.getByRole('heading', { level: 1, name: 'Post a deal' })).toBeVisible();
};

test('a new user posts a deal with three photos in under a minute, finds it, edits, sells, deletes and restores it', async ({
  page,
  isMobile,
}) => {
  test.setTimeout(120_000);
  // Each language in one layout.
  const words = isMobile ? texts.bg : texts.en;
  const word = wordOfItsOwn();
  await page.goto('/deals');
  await page.getByRole('button', { name: words.language }).click();
  if (isMobile) await page.getByRole('button', { name: words.menu, exact: true }).click();
  await page.getByRole('link', { name: words.post }).first().click();
  const prompt = page.getByRole('dialog', { name: words.prompt });
  await prompt.getByRole('button', { name: words.toRegister }).click();
  await fillAccount(page, words);

  await expect(page.getByRole('heading', { level: 1, name: words.heading })).toBeVisible();
  await expectAccessible(page);
  const began = Date.now();
  const chooser = page.locator('input[type=file]');
  // A phone offers its camera beside its files.
  const third = isMobile ? page.locator('input[capture=environment]') : chooser.first();
  await chooser.first().setInputFiles([photo(1), photo(2)]);
  await third.setInputFiles([photo(3)]);
  await page.getByRole('button', { name: words.makeMain }).click();
  await expect(
    page.getByRole('list', { name: words.files }).getByRole('img').first(),
  ).toHaveAccessibleName(/^photo-3\.png/);
  await page.getByRole('textbox', { name: words.title }).fill(`Албум ${word}`);
  // Other journeys search for bicycles and open sports meanwhile, and this post is deleted.
  await page.getByRole('combobox', { name: words.category }).selectOption(words.other);
  await page.getByRole('textbox', { name: words.price }).fill('149,90');
  const town = page.getByRole('combobox', { name: words.place });
  await town.pressSequentially('Plovd');
  await expect(
    page.getByRole('listbox', { name: words.places }).getByRole('option').first(),
  ).toBeVisible();
  await town.press('ArrowDown');
  await town.press('Enter');
  await page.getByRole('textbox', { name: words.tags }).fill('албум, марки,');
  await page.getByRole('button', { name: words.submit, exact: true }).click();
  await expect(page).toHaveURL(/\/deals\/\d+$/, { timeout: 30_000 });
  const posted = Date.now();
  await expect(toast(page, words.posted)).toBeVisible();
  expect(posted - began).toBeLessThan(A_MINUTE);

  const url = page.url();
  await page.goto(`/deals?q=${encodeURIComponent(word)}`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);

  await page.goto(url);
  await page.getByRole('link', { name: new RegExp(`^${words.edit}:`) }).click();
  await page.getByRole('textbox', { name: words.price }).fill('99');
  await expectAccessible(page);
  await page.getByRole('button', { name: words.save }).click();
  await expect(toast(page, words.saved)).toBeVisible();
  await expect(page.getByRole('main').getByRole('strong').first()).toHaveText(/99/);

  await page.getByRole('button', { name: new RegExp(`^${words.sold}:`) }).click();
  await expect(toast(page, words.markedSold)).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: new RegExp(`^${words.soldSign}$`) }),
  ).toBeVisible();

  await page.getByRole('button', { name: new RegExp(`^${words.delete}:`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.myPosts })).toBeVisible();
  await toast(page, words.deleted).getByRole('button', { name: words.undo }).click();
  await expect(toast(page, words.restored)).toBeVisible();
  const row = page.getByRole('main').getByRole('article');
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('link', { name: `Албум ${word}`, exact: true })).toBeVisible();
  await expect(row.getByText(words.views)).toBeVisible();
  await page.emulateMedia({
    colorScheme: isMobile ? 'light' : 'dark',
    reducedMotion: 'reduce',
  });
  await expectAccessible(page);
});

test('a draft and its photos survive a reload, also those chosen on a slow line', async ({
  page,
}) => {
  const limits = Promise.withResolvers<void>();
  await page.route('**/api/config/upload', async (route) => {
    await limits.promise;
    await route.continue();
  });
  await openPostForm(page);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([photo(1), photo(2)]);
  await page.getByRole('textbox', { name: /^Title/ }).fill('Палатка за двама');
  await page.getByRole('textbox', { name: /^Tags/ }).fill('къмпинг,');
  const files = page.getByRole('list', { name: 'Chosen photos and videos' });
  limits.resolve();
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expect(files.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue('Палатка за двама');
  await expect(page.getByRole('button', { name: 'Remove the tag къмпинг' })).toBeVisible();
  await expect(files.getByRole('listitem')).toHaveCount(2);
  for (const image of await files.getByRole('img').all()) {
    await expect(image).toHaveJSProperty('naturalWidth', 64);
  }
});

test('the errors of a post are beside its fields, and markup in it is text', async ({ page }) => {
  await openPostForm(page);
  const title = page.getByRole('textbox', { name: /^Title/ });
  await title.fill('x'.repeat(5_000));
  await page.getByRole('textbox', { name: /^Price in euro/ }).fill('-1');
  await page.getByRole('textbox', { name: /^Tags/ }).fill('🔥,');
  await page.getByRole('button', { name: 'Post the deal' }).click();
  await expect(title).toBeFocused();
  await expect(page.getByText('The title must have 3 to 140 characters.')).toBeVisible();
  await expect(page.getByText('Choose a category.')).toBeVisible();
  await expect(page.getByText('A tag needs a letter or a digit.')).toBeVisible();
  await expect(page.getByText(/with at most two decimals/)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page);

  await page.getByRole('textbox', { name: /^Price in euro/ }).fill('1.234');
  await page.getByRole('button', { name: 'Post the deal' }).click();
  await expect(page.getByText(/with at most two decimals/)).toBeVisible();

  await page.getByRole('textbox', { name: /^Tags/ }).fill('');
  const marked = `<img src=x onerror=alert(1)> ${randomUUID()}`;
  await title.fill(marked);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Other');
  await page.getByRole('textbox', { name: /^Price in euro/ }).fill('1.23');
  await page.getByRole('button', { name: 'Post the deal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: marked })).toBeVisible();
  // Messages of other journeys may be counted before it.
  await expect.poll(() => page.title()).toContain(`${marked} - Izgodno`);
});

test('posting the same again shows the existing deal', async ({ page }) => {
  const name = `Рядък грамофон ${randomUUID().slice(0, 8)}`;
  const post = async (): Promise<void> => {
    await page.getByRole('textbox', { name: /^Title/ }).fill(name);
    // Other journeys use the electronics meanwhile.
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Other');
    await page.getByRole('textbox', { name: /^Price in euro/ }).fill('80');
    await page.getByRole('button', { name: 'Post the deal' }).click();
  };
  await openPostForm(page);
  await post();
  await expect(page).toHaveURL(/\/deals\/\d+$/);
  await page.goto('/post');
  await post();
  const dialog = page.getByRole('dialog', { name: 'Has it been posted already?' });
  await expect(dialog.getByRole('link', { name: new RegExp(name) })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue('');
});

test('a posted deal is found by the search at once', async ({ page }) => {
  const word = wordOfItsOwn();
  await openPostForm(page);
  await page.getByRole('textbox', { name: /^Title/ }).fill(`Сгъваем ${word}`);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Other');
  await page.getByRole('textbox', { name: /^Price in euro/ }).fill('20');
  await page.getByRole('button', { name: 'Post the deal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Сгъваем ${word}` })).toBeVisible();
  if (!(await searchField(page).isVisible())) await page.goto('/deals');
  await searchFor(page, word);
  await expect(dealLinks(page)).toHaveText([`Сгъваем ${word}`]);
});
