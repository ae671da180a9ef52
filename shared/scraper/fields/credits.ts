import type { Page } from '../markup/page.ts';
import { childNodes, isInline } from '../markup/text.ts';
import { clean } from '../text/clean.ts';

/** A longer text is a sentence. */
const MAX_LENGTH = 160;

/** Who wrote at what time, after the sections of a post: "— jane @ 00:11". */
const AT_TIME = /(?:^|[—–|·]\s?)([^\s@—–|·][^@—–|·]{0,40})(?<!\s)\s?@\s?\d{1,2}[:.]\d\d(?:$|\s)/u;
/** Who presents a column, in a line of its own below the column's name: "with Jane Doe". */
const WITH = /^with\s(\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){1,2})$/u;

/** The name in the first text that credits somebody with the page, and stands between elements outside of any byline. */
export function namesInCredits(page: Page): string[] {
  for (const element of page.querySelectorAll('*')) {
    let isLine = true;
    for (const node of childNodes(element)) {
      const name = node.nodeType === 3 ? readCredit(node.data, isLine) : undefined;
      if (name !== undefined && !page.isPeripheral(element)) return [name];
      isLine = node.nodeType === 1 && !isInline(node);
    }
  }
  return [];
}

function readCredit(data: string, isLine: boolean): string | undefined {
  if (data.length > MAX_LENGTH) return undefined;
  const text = clean(data);
  return AT_TIME.exec(text)?.[1] ?? (isLine ? WITH.exec(text)?.[1] : undefined);
}
