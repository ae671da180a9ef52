import { clean } from './clean.ts';
import { parseDate } from './dates.ts';

const MAX_LENGTH = 100;

/** What the named person did or made. */
const ACTION = alternatives(`
  written posted published reported submitted story words
  text texte tekst interview kommentar analyse kolumne reportage (?:ein(?:e|en)?\\s+)?(?:gast|blog)?[\\s-]?beitrag (?:ein\\s+)?artikel
  erstellt geschrieben verfasst veröffentlicht eingestellt gespeichert gepostet publiziert
  publié écrit rédigé proposé posté escrito publicado scritto pubblicato geschreven geplaatst skrevet skriven`);
const BY = 'by|von|vom|par|por|di|da|door|av|af';
const LABEL = alternatives(`
  author reporter writer words story autor(?:in|en|ka|zy)? verfasser(?:in)? redakteur(?:in)? journalist(?:in)? auteure? autore автор текст
  作者 著者 記者 text texte tekst interview reportage recherche kommentar beitrag bericht
  (?:text|bericht)\\s*(?:und|&|/|\\+)\\s*(?:fotos?|bild(?:er)?)`);
/** A label alone, in an element of its own. */
const LABEL_ALONE = new RegExp(`^(?:${LABEL})$`, 'iu');
/** A label for authors of any gender, which also stands without a colon: "Autor*in", "Autorin/Autor". */
const ANY_AUTHOR = 'autor(?:in)?(?:/-?|[*:_])(?:autor|in)(?:nen)?';
const SIGNED = new RegExp(`^(?:${ACTION})\\s+(?:${BY})\\s`, 'iu');
const PREFIX = new RegExp(
  `^(?:(?:${ACTION})\\s+)?(?:(?:${BY})[\\s:]+|${ANY_AUTHOR}[\\s:]+|(?:${LABEL})\\s*[:：]\\s*)`,
  'iu',
);

function alternatives(words: string): string {
  return words.trim().replace(/\s+/g, '|');
}

/** Texts after the name in a byline. */
const OTHERS_WORK =
  /[\s,;|·•(–—-]+(?:(?:edited|reviewed|medically reviewed|illustrat(?:ed|ions?)|photo(?:s|graph(?:s|ed|y))?|translated|produced|fact[\s-]checked)\s+by|(?:illustration(?:en)?|fotos?|bild(?:er)?|grafik|übersetzung)\s*(?:von\b|:)|(?:last\s+)?(?:updated|published|posted|modified))\b.*$/i;
const DATE =
  /[\s,;|·•(–—-]+(?:on\s+)?(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?,?\s+\d{1,4}\b.*$/i;
/** "reporter" after a Korean name, with the number of further ones. */
const KOREAN_ROLE = /\s기자(?:\s외.*)?$/u;
/** A newsroom's initials after a name: "Jane Doe (jdo)". */
const INITIALS = /\s\(\p{Ll}{2,4}\.?\)(?=$|[\s,;])/gu;
/** A label of the date after it. */
const DATE_LABEL = /\s(?:stand|updated|published)\s*:?$/i;
/** A date in any language: from a preposition or a number on. */
const NUMBERS = /[\s,;|·•(/–—-]+(?:(?:am|um|on|at|le|el|il|den|vom)\s[^]{0,40})?\d[^]*$/iu;
const ADDRESS = /[\s|,(<–-]+(?:\S+@\S+|@\S*)$/;
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}$/i;
const UNNAMED =
  /^(?:admin|super ?user|publisher|administrator|(?:wordpress|wp|web)-?(?:admin|master)|no author|editor|staff|guest|author|unknown|anonymous|null|undefined|none|n\/a)$/i;
/** Texts of links to author pages that are no names. */
const INVITATION =
  /^(?:write|follow|about|login|zeige|more|view|all|meet|contact|see|read|submit|other|latest|zur?|zum|alle|mehr|über|tous|toutes|voir|plus|suivre|ver|más|todos|posts?|articles?|artikel|beiträge|autor(?:en|in)?|authors?|profile?|comments?|kommentare?|website|home)(?:$|\s)/iu;

/** Links to the author's other articles: "View all posts by Jane Doe". */
const ALL_POSTS =
  /^(?:(?:view|see|show|zeige)\s+)?(?:all|more|alle|mehr)\s+(?:posts|articles|stories|beiträge|artikel)\s+(?:by|from|von)\s+/i;

/** An introduction without a space after it: "ByJane Doe", and "Beitragvon jane" in forums. */
const GLUED = /^(?:Beitrag(?=von\s)|(?:By|Von|Par|Por)(?=\p{Lu}\p{Ll}|(?:by|von|par|por)\s))/u;

/** A person's or desk's name from a byline; undefined for addresses, handles and dates. */
export function personName(text: string): string | undefined {
  if (text.length > MAX_LENGTH * 3) return undefined;
  const name = withoutLead(clean(text))
    .replace(ALL_POSTS, '')
    .replace(GLUED, '')
    .replace(PREFIX, '')
    .replace(OTHERS_WORK, '')
    .replace(DATE, '')
    .replace(NUMBERS, '')
    .replace(DATE_LABEL, '')
    .replace(KOREAN_ROLE, '')
    .replace(INITIALS, '')
    .replace(ADDRESS, '')
    .replace(/^[\s|,·•—–-]+|[\s|,·•»—–-]+$/g, '');
  if (name.length < 2 || name.length > MAX_LENGTH || UNNAMED.test(name)) return undefined;
  if (/^@|^https?:|^www\.|\S@\S|\.html?$/i.test(name) || !/\p{L}/u.test(name)) return undefined;
  const isDate = parseDate(name) !== undefined || (MONTH.test(name) && parseDate(text) !== undefined);
  return isDate ? undefined : name;
}

/** Two to six words, the first and last capitalized where the script has capitals. */
export function looksPersonal(name: string): boolean {
  return (
    /^[\p{Lu}\p{Lo}][^\s\d•|:]*(?:\s[^\s\d•|:]+){0,4}\s[\p{Lu}\p{Lo}][^\s\d•|:]*$/u.test(name) &&
    !isInvitation(name)
  );
}

/** Whether a text invites to the author's page instead of naming the author. */
export function isInvitation(text: string): boolean {
  return INVITATION.test(text);
}

/** Whether a text begins like a byline: "By Jane Doe", "Autor: Jane Doe". */
export function isIntroduced(text: string): boolean {
  return PREFIX.test(withoutLead(text));
}

/** Whether a text begins with a date or says what the named person did: "posted by jane", "26.5.2016 by jane". */
export function isSigned(text: string): boolean {
  return SIGNED.test(withoutLead(text)) || (/^\s*\d/.test(text) && isIntroduced(text));
}

/** Whether the text is only a byline's introduction. */
export function isIntroduction(text: string): boolean {
  const line = withoutLead(text).trim();
  return line !== '' && (LABEL_ALONE.test(line) || PREFIX.exec(`${line} `)?.[0].trim() === line);
}

/** A text without a date or separators before its first word. */
function withoutLead(text: string): string {
  return text.slice(0, MAX_LENGTH * 2).replace(/^[^\p{L}@]+(?:uhr\b)?[^\p{L}@]*/iu, '');
}

const JOINTS = /\s*[,;&]\s*(?:(?:and|und|et|y)\s)?|\s(?:and|und|et|y|e|en|och|og)\s/i;
/** Before a role or place. */
const ASIDE = /\s*[,|/•·(»:]\s*|\s[–—-]\s/;

/** The names in a statement: one, or several that each look personal, without a role or place after them. */
export function statedNames(text: string): string[] {
  const name = personName(text);
  if (name === undefined) return [];
  const [head = ''] = name.split(ASIDE);
  const lists = [name, head].map(list => list.split(JOINTS).filter(part => part !== ''));
  return lists.find(parts => parts.length > 1 && parts.every(looksPersonal)) ?? [name];
}

/** The names in a byline, without a role or place after a single one. */
export function namesIn(text: string): string[] {
  const names = statedNames(text);
  const [name = ''] = names;
  const [head = ''] = name.split(ASIDE);
  return names.length === 1 && head !== name && looksPersonal(head) ? [head] : names;
}
