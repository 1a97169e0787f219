import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { mila } from '#core/session/testing/sessions.ts';
import { network, type FakeResponse } from './testing/network.ts';
import { open, serving, signIn, startAfresh } from './testing/served-app.tsx';

const FILE_ID = '01939f7e-6c00-7000-8000-000000000001';

let avatar: object | null = null;
let uploaded: () => Response;

const profile = () => ({
  id: mila.id,
  name: 'Mila',
  email: mila.email,
  about: '',
  avatar,
  location: null,
  createdAt: mila.createdAt,
});

/** A server that knows Mila and accepts her avatar. */
const choosingImage: FakeResponse = (request) => {
  const { url, method } = request;
  switch (url.pathname) {
    case '/api/auth/me':
      return Response.json({ success: true, user: mila });
    case '/api/upload':
      return uploaded();
    case '/api/users/me/profile':
      if (method === 'PATCH') {
        const body: unknown = JSON.parse(network.asked.at(-1)?.body ?? '{}');
        avatar =
          Reflect.get(Object(body), 'avatar') === null ? null : { fileId: FILE_ID, url: '/a.svg' };
      }
      return Response.json({ success: true, profile: profile() });
    default:
      return serving(30)(request);
  }
};

const choose = async (container: HTMLElement): Promise<void> => {
  const chooser = container.querySelector('input[type=file]');
  if (!(chooser instanceof HTMLInputElement)) throw new Error('There is no file input');
  await userEvent.upload(chooser, new File(['png'], 'me.png', { type: 'image/png' }));
};

beforeEach(async () => {
  await startAfresh();
  avatar = null;
  network.response = choosingImage;
  signIn();
});

test('an avatar is uploaded, replaced and removed', async () => {
  uploaded = () =>
    Response.json({
      success: true,
      fileId: FILE_ID,
      fileUrl: `/api/files/${FILE_ID}`,
      originalName: 'me.png',
      fileName: FILE_ID,
      filenameSanitized: 'me.png',
      size: 3,
      mediaType: 'image/png',
    });
  const screen = await open('/profile');
  const chooseButton = screen.getByRole('button', { name: 'Choose a picture', exact: true });
  await expect.element(chooseButton).toBeVisible();
  await choose(screen.container);
  await expect.element(screen.getByRole('button', { name: 'Change picture' })).toBeVisible();
  expect(avatar).toMatchObject({ fileId: FILE_ID });
  await screen.getByRole('button', { name: 'Remove picture' }).click();
  await expect.element(chooseButton).toBeVisible();
  expect(avatar).toBeNull();
});

test('a rejected avatar shows the reason', async () => {
  uploaded = () =>
    Response.json(
      {
        success: false,
        error: 'File validation failed: Unsupported format. Recommended: jpg, jpeg, png, pdf',
        message: '',
        type: 'upload_error',
        details: { code: 'file_type_refused', message: '' },
      },
      { status: 415 },
    );
  const screen = await open('/profile');
  await expect.element(screen.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await choose(screen.container);
  await expect.element(screen.getByText('Files of this type are not accepted.')).toBeVisible();
  expect(avatar).toBeNull();
});
