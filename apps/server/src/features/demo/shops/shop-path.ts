/** The path at which the product serves a demo deal's shop. */
export const shopPath = (sourceId: string, externalId: string): string =>
  `/demo/shops/${sourceId}/${externalId}`;
