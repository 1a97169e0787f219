/** Pictures of one deal differ in their view only: each deal has so many numbers of its own. */
export const VIEWS_A_DEAL = 4;

export const pictureUrl = (motif: string, deal: number, view: number): string =>
  `/demo-media/${motif}-${deal * VIEWS_A_DEAL + view}.svg`;
