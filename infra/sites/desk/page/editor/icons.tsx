/** Drawn in a square of 24 units. */
const PATHS = {
  strong: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  emphasis: 'M14 5l-4 14M10 5h7M7 19h7',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  quote: 'M6 17c2-1 3-3 3-6V7H4v5h3M16 17c2-1 3-3 3-6V7h-5v5h3',
  bullets: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.5-.5v4.5M4 13c2-2 3 0 1.5 1L4 16h2.5M4 19h1.5',
  rule: 'M4 12h16',
  table: 'M4 5h16v14H4zM4 10h16M10 5v14',
  picture: 'M4 5h16v14H4zM4 16l5-5 5 5 2-2 4 4M15.5 9h.01',
  find: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h3',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width={name === 'strong' ? 2.5 : 1.75}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
