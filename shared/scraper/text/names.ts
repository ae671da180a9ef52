import { clean } from './clean.ts';
import { parseDate } from './dates.ts';

const MAX_LENGTH = 100;

const PREFIX =
  /^(?:(?:written|posted|published|reported|story|words)\s+)?(?:by|von|par|por|di|door|autor|author)[\s:]+/i;
/** Texts after the name in a byline. */
const OTHERS_WORK =
  /[\s,;|·•(–—-]+(?:(?:edited|reviewed|medically reviewed|illustrat(?:ed|ions?)|photo(?:s|graph(?:s|ed|y))?|translated|produced|fact[\s-]checked)\s+by|(?:last\s+)?(?:updated|published|posted|modified))\b.*$/i;
const DATE =
  /[\s,;|·•(–—-]+(?:on\s+)?(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?\s+\d{1,4}\b.*$/i;
const UNNAMED =
  /^(?:admin|administrator|editor|staff|guest|author|unknown|anonymous|null|undefined|none|n\/a)$/i;
/** Texts of links to author pages that are no names. */
const INVITATION = /^(?:write|follow|about|more|view|all|meet|contact|see|read|submit|other|latest)\s/i;

/** A person's or desk's name from a byline; undefined for addresses, handles and dates. */
export function personName(text: string): string | undefined {
  if (text.length > MAX_LENGTH * 3) return undefined;
  const name = clean(text)
    .replace(PREFIX, '')
    .replace(OTHERS_WORK, '')
    .replace(DATE, '')
    .replace(/^[\s|,·•—-]+|[\s|,·•-]+$/g, '');
  if (name.length < 2 || name.length > MAX_LENGTH || UNNAMED.test(name)) return undefined;
  if (/^@|^https?:|^www\.|\S@\S|\.html?$/i.test(name) || !/\p{L}/u.test(name)) return undefined;
  return parseDate(name) === undefined ? name : undefined;
}

/** Two to six words, the first and last capitalized where the script has capitals. */
export function looksPersonal(name: string): boolean {
  return (
    /^[\p{Lu}\p{Lo}][^\s\d•|:]*(?:\s[^\s\d•|:]+){0,4}\s[\p{Lu}\p{Lo}][^\s\d•|:]*$/u.test(name) &&
    !INVITATION.test(name)
  );
}
