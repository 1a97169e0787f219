/** Cards of deals, and the tag of the cheapest. Drawn in the colours of the theme. */
export const HeroDrawing = () => (
  <svg viewBox="0 0 320 240" width="320" height="240" aria-hidden="true" focusable="false">
    <circle cx="160" cy="122" r="104" fill="var(--neon)" opacity="0.22" />
    <g stroke="var(--line)" fill="var(--surface)">
      <rect x="32" y="66" width="104" height="134" rx="14" transform="rotate(-8 84 133)" />
      <rect x="186" y="58" width="104" height="134" rx="14" transform="rotate(8 238 125)" />
    </g>
    {/* A bicycle on the left card. */}
    <g
      transform="rotate(-8 84 133)"
      fill="none"
      stroke="var(--chart)"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="62" cy="124" r="13" />
      <circle cx="106" cy="124" r="13" />
      <path d="M62 124l13-24h21l-14 24H62M75 100l7 24M106 124l-13-32h8M71 96h9" />
      <path d="M48 164h52M48 178h32" stroke="var(--line-strong)" opacity="0.5" />
    </g>
    {/* A plane over hills on the right card. */}
    <g transform="rotate(8 238 125)" strokeLinecap="round" strokeLinejoin="round">
      <path d="M200 142l20-30 15 18 12-14 28 26z" fill="var(--chart)" opacity="0.35" />
      <path
        d="M212 96l44-12-18 22-4-11z"
        fill="var(--surface)"
        stroke="var(--chart)"
        strokeWidth="4"
      />
      <path d="M202 160h52M202 174h32" stroke="var(--line-strong)" strokeWidth="4" opacity="0.5" />
    </g>
    {/* The tag in front. */}
    <g transform="rotate(-6 160 128)">
      <path
        d="M108 88a14 14 0 0 1 14-14h42a14 14 0 0 1 10 4l46 46a14 14 0 0 1 0 20l-42 42a14 14 0 0 1-20 0l-46-46a14 14 0 0 1-4-10z"
        fill="var(--neon)"
        stroke="var(--on-neon)"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <circle
        cx="132"
        cy="98"
        r="8"
        fill="var(--surface)"
        stroke="var(--on-neon)"
        strokeWidth="4"
      />
      <g fill="none" stroke="var(--on-neon)" strokeWidth="7" strokeLinecap="round">
        <path d="M150 156l32-32" />
        <circle cx="152" cy="127" r="6" strokeWidth="6" />
        <circle cx="181" cy="154" r="6" strokeWidth="6" />
      </g>
    </g>
  </svg>
);
