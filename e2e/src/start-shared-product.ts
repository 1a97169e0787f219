import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProduct } from './product.ts';

/** Starts one product with the demo data, shared by all journeys that do not stop the server. */
const startSharedProduct = async (): Promise<() => Promise<void>> => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'izgodno-e2e-'));
  const product = await startProduct({ dataDirectory, port: 0 });
  process.env['PRODUCT_URL'] = product.url;
  return async () => {
    await product.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
};

export default startSharedProduct;
