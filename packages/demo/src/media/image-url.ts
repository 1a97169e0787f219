/**
 * The number of views per deal: a deal's images differ in their view only, and each deal has this
 * many numbers.
 */
export const VIEWS_A_DEAL = 4;

export const imageUrl = (motif: string, deal: number, view: number): string =>
  `/demo-media/${motif}-${deal * VIEWS_A_DEAL + view}.svg`;
