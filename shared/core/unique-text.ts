/** The letters that unlike case folding lower and upper case make another letter of: the Turkish dotless i. */
const UNFOLDED = 'ı';

/** Full case folding (Unicode, CaseFolding.txt, C and F), which JavaScript has no function for. One letter can become several. */
function foldCase(letter: string): string {
  return letter === UNFOLDED ? letter : letter.toLowerCase().toUpperCase().toLowerCase();
}

/**
 * What unique texts (urls, emails, names) are compared by: in NFC, case-folded, without the characters that show nothing, so that no
 * two of them look the same and are not.
 */
export function uniqueForm(text: string): string {
  const shown = text
    .trim()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC');
  return Array.from(shown, foldCase).join('').normalize('NFC');
}

/** The form that texts were compared by before: claims of that time stand under it until their text is changed. */
function formerForm(text: string): string {
  return text.trim().toLowerCase();
}

/** All forms under which a text may be claimed, the present one first. Nearly always they are one. */
export function claimedForms(text: string): string[] {
  return [...new Set([uniqueForm(text), formerForm(text)])];
}
