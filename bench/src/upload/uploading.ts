import { randomUUID } from 'node:crypto';
import { signedInSchema } from '@izgodno/contract/accounts/calls';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { postJson } from '../../../apps/server/test/post-json.ts';
import { startProcess, type ProductProcess } from '../product-process.ts';
import { sendForm, type Sent } from './send.ts';

export interface Uploading {
  readonly product: ProductProcess;
  readonly userId: string;
  readonly token: string;
  /** Sends megabytes by the chunked call, at full speed or at a rate (MB/s). */
  readonly send: (megabytes: number, rate?: number) => Promise<Sent>;
}

/** The product with a signed-in user who uploads. */
export const startUploading = async (
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Uploading> => {
  const product = await startProcess('apps/server/src/app/serve.ts', {
    PORT: '0',
    DATA_DIR: folder,
    DEMO_DATA: 'off',
    UPLOAD_MAX_FILE_SIZE: '8GB',
    UPLOAD_QUOTA: '0',
    ...environment,
  });
  const credentials = { email: 'bench@izgodno.example', password: 'zebra-lamp-4217' };
  await postJson(`${product.url}/api/auth/register`, { name: 'Bench', ...credentials });
  const { accessToken: token, user } = signedInSchema.parse(
    await postJson(`${product.url}/api/auth/login`, credentials),
  );
  return {
    product,
    userId: user.id,
    token,
    send: (megabytes, rate) =>
      sendForm(
        `${product.url}${CHUNKED_UPLOAD_PATH}`,
        megabytes,
        {
          fields: {
            userId: user.id,
            channelId: 'deals',
            messageId: 'bench',
            uploadId: randomUUID(),
          },
          headers: { authorization: `Bearer ${token}` },
        },
        rate,
      ),
  };
};
