import { createRandom, type Random } from '../random.ts';
import { motifs, type Motif } from './motifs.ts';
import { palettes, type Palette } from './palettes.ts';
import { VIEWS_A_DEAL } from './image-url.ts';

const fills = {
  d: '#2c3347',
  l: '#fbeedb',
  w: '#fffdf9',
  g: '#c3cedb',
  o: '#d9a066',
  u: '#8f5d3b',
  n: '#6fb98f',
  m: '#3f8363',
  q: '#62b5d6',
  y: '#f5c04a',
};

const styleSheet = (palette: Palette): string => {
  const colours = { ...fills, a: palette.a, b: palette.b, c: palette.c };
  const filled = Object.entries(colours).map(([name, colour]) => `.${name}{fill:${colour}}`);
  const stroked = ['a', 'b', 'c', 'd', 'w', 'g', 'o'] as const;
  return [
    ...filled,
    ...stroked.map((name) => `.s${name}{stroke:${colours[name]}}`),
    `[class^=s]{fill:none;stroke-linecap:round;stroke-linejoin:round}`,
    '.k{fill:#1d2438;opacity:.16}.h{fill:#fff;opacity:.28}',
  ].join('');
};

/** The backgrounds of a thing. */
const backdrops: readonly ((palette: Palette, random: Random) => string)[] = [
  (palette, random) =>
    `<circle cx="${random.whole(170, 230)}" cy="${random.whole(120, 150)}" r="${random.whole(108, 128)}" fill="${palette.floor}" opacity=".55"/>`,
  (palette) =>
    `<path d="M80 300V150a120 120 0 0 1 240 0v150z" fill="${palette.floor}" opacity=".5"/>`,
  (palette, random) =>
    `<path d="M0 ${random.whole(150, 190)}Q90 60 190 110T400 70V0H0z" fill="#fff" opacity=".45"/><circle cx="330" cy="70" r="30" fill="${palette.floor}" opacity=".7"/>`,
  (palette) =>
    `<path d="M40 40h130v150H40z" fill="#fff" opacity=".5"/><path d="M105 40v150M40 115h130" stroke="${palette.floor}" stroke-width="6"/>`,
  (palette) =>
    [40, 120, 200, 280, 360]
      .flatMap((x) =>
        [40, 100, 160].map(
          (y) => `<circle cx="${x}" cy="${y}" r="7" fill="${palette.floor}" opacity=".5"/>`,
        ),
      )
      .join(''),
  (palette) =>
    `<path d="M0 0h170L60 300H0z" fill="#fff" opacity=".35"/><path d="M300 0h100v240z" fill="${palette.floor}" opacity=".4"/>`,
];

interface View {
  readonly zoom: number;
  readonly rotation: number;
  readonly moveX: number;
  readonly moveY: number;
}

/** The first image shows the whole; the next ones are closer, from another side. */
const viewOf = (view: number, kind: Motif['kind'], random: Random): View => {
  const still = kind === 'place';
  const near = [0.92, 1.22, 1.02, 1.55][view] ?? 1;
  return {
    zoom: still ? Math.max(1, near) : near,
    rotation: still ? 0 : view === 0 ? 0 : random.whole(-7, 7),
    moveX: view === 3 ? random.whole(-50, 50) : 0,
    moveY: view === 3 ? random.whole(-20, 24) : 0,
  };
};

const compose = (motif: Motif, seed: number): string => {
  const deal = Math.floor(seed / VIEWS_A_DEAL);
  const view = seed % VIEWS_A_DEAL;
  const ofDeal = createRandom(deal);
  const ofView = createRandom(seed);
  const palette = ofDeal.pick(palettes());
  const mirrored = ofDeal.chance(0.5) !== (view === 2);
  const { zoom, rotation, moveX, moveY } = viewOf(view, motif.kind, ofView);
  const transform = `translate(${200 + moveX} ${150 + moveY}) rotate(${rotation}) scale(${mirrored ? -zoom : zoom} ${zoom}) translate(-200 -150)`;
  const behind =
    motif.kind === 'place'
      ? ''
      : `${ofView.pick(backdrops)(palette, ofView)}<path d="M0 224h400v76H0z" fill="${palette.floor}"/>${
          view < 3 ? '<ellipse class="k" cx="200" cy="240" rx="150" ry="13"/>' : ''
        }`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="800" height="600">',
    `<style>${styleSheet(palette)}</style>`,
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${palette.sky[0]}"/><stop offset="1" stop-color="${palette.sky[1]}"/></linearGradient>`,
    '<path d="M0 0h400v300H0z" fill="url(#s)"/>',
    behind,
    `<g transform="${transform}" stroke-width="6">${motif.shapes}</g></svg>`,
  ].join('');
};

/** The image of that motif and number, always the same; undefined if the motif is unknown. */
export const drawImage = (motifName: string, seed: number): string | undefined => {
  const motif = motifs().get(motifName);
  return motif === undefined ? undefined : compose(motif, seed);
};
