export interface Palette {
  /** Background from above to below. */
  readonly sky: readonly [string, string];
  /** The floor, and the large soft shape behind the thing. */
  readonly floor: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
}

const palette = (
  sky: readonly [string, string],
  floor: string,
  a: string,
  b: string,
  c: string,
): Palette => ({ sky, floor, a, b, c });

export const palettes: readonly Palette[] = [
  palette(['#fdf1e3', '#fbdcc0'], '#f2c197', '#2f6f8f', '#5aa5bd', '#f28b50'),
  palette(['#e6f2fb', '#c6e0f3'], '#a4cbe6', '#e4604e', '#f2937f', '#f7c548'),
  palette(['#eaf6ee', '#cbe8d5'], '#a6d5b8', '#3d6fb6', '#7da5dc', '#f5a742'),
  palette(['#f3edfb', '#dccff2'], '#c2ade5', '#6a4bb0', '#9a80d6', '#f6b352'),
  palette(['#fdeef0', '#f8d0d6'], '#efb0ba', '#c2436b', '#e07f9b', '#3fa796'),
  palette(['#fff8dc', '#fbe8a8'], '#f0d27a', '#2b8a78', '#6bbba9', '#e8643c'),
  palette(['#e5f6f6', '#bfe5e6'], '#98d0d2', '#27808a', '#f2a65a', '#e4573d'),
  palette(['#f1f0ec', '#dcd9cf'], '#c5c0b1', '#46566e', '#7f94ae', '#e0793f'),
  palette(['#ecf0fd', '#ccd6f7'], '#acbbee', '#3b4fa3', '#7486d6', '#f2b636'),
  palette(['#fbf0ea', '#f1d5c7'], '#e2b7a2', '#9c4a34', '#cf7e5f', '#3f8f7f'),
];
