import type { Element } from './dom.ts';

const MAX_STYLE_LENGTH = 300;
const HIDDEN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether the element itself is hidden from readers. */
export function isHidden(element: Element): boolean {
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden')?.toLowerCase() === 'true' ||
    HIDDEN.test(element.getAttribute('style')?.slice(0, MAX_STYLE_LENGTH) ?? '')
  );
}
