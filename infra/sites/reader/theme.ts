import type { Theme } from '../../../shared/platform/site/theme-schema.ts';

const SERIF = "'Source Serif 4', Charter, 'Bitstream Charter', 'Noto Serif', Georgia, serif";
const SANS = "system-ui, 'Segoe UI', 'Noto Sans', Roboto, 'Helvetica Neue', sans-serif";

/** Fonts that readers have: none is loaded. */
const TYPES = {
  classic: { headline: SERIF, text: SERIF },
  modern: { headline: SANS, text: SERIF },
  plain: { headline: SANS, text: SANS },
} satisfies Record<Theme['type'], object>;

/** The style sheet with the values of a theme. The policy of the pages allows no styles in them. */
export function applyTheme(css: string, { colors, type }: Theme): string {
  const { headline, text } = TYPES[type];
  return `${css}
:root{--accent:${colors.accent};--paper:${colors.paper};--headline:${headline};--text:${text}}
@media (prefers-color-scheme:dark){:root{--accent:${colors.accentDark};--paper:${colors.paperDark}}}
`;
}
