const MAX_LENGTH = 300;

/** Negated words in class names, "hasnt-bio", and what the layout has besides the element, "has-right-sidebar". */
const NEGATED =
  /(?:^|(?<=[\s_-]))(?:(?:hasnt|has-?no|isnt|is-?not|without|not|no|non)[_-][a-z\d]+|(?:has|with)[_-][a-z\d]+(?:[_-][a-z\d]+)*)/gi;

/** Joins an element's classes and id, without negated words. */
export function toLabel(names: string | null, id: string | null): string {
  if (!names && !id) return '';
  return `${(names ?? '').slice(0, MAX_LENGTH)} ${(id ?? '').slice(0, MAX_LENGTH)}`.replace(NEGATED, '');
}
