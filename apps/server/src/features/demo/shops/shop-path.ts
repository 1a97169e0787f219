/** Where the product itself plays the shop of a demo deal. */
export const shopPath = (sourceId: string, externalId: string): string =>
  `/demo/shops/${sourceId}/${externalId}`;
