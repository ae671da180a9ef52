/** The Turkish dotless i: case folding keeps it, but converting it to upper case and back makes another letter of it. */
const UNFOLDED = 'ı';

/** Full case folding (CaseFolding.txt, C and F), which JavaScript lacks. One letter can become several. */
function foldCase(letter: string): string {
  return letter === UNFOLDED ? letter : letter.toLowerCase().toUpperCase().toLowerCase();
}

/**
 * The form in which unique texts (urls, emails, names) are compared: NFC, case-folded, without invisible characters, so that texts that
 * look the same are the same.
 */
export function uniqueForm(text: string): string {
  const shown = text
    .trim()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC');
  return Array.from(shown, foldCase).join('').normalize('NFC');
}

/** The comparison form of earlier versions; stored claims keep it until their text changes. */
function formerForm(text: string): string {
  return text.trim().toLowerCase();
}

/** All forms under which a text may be claimed, the current one first. Usually they are equal. */
export function claimedForms(text: string): string[] {
  return [...new Set([uniqueForm(text), formerForm(text)])];
}
