import { takeKeyFromLink } from '../../desk/page/service/key-link.ts';
import { showSearch } from './show-search.ts';
import { rememberKey } from './signed.ts';
import { offerTry } from './try.ts';

/** Adds to the static pages what needs a script: the search, and the form to try an operation. */
const linkedKey = takeKeyFromLink();
if (linkedKey !== undefined) rememberKey(linkedKey);
for (const place of document.querySelectorAll('search')) showSearch(place);
for (const place of document.querySelectorAll<HTMLElement>('.try')) offerTry(place);
keepLanguage();

/** The language that was chosen on one page is chosen on the next one too. */
function keepLanguage(): void {
  const STORED = 'broadsheet.reference.language';
  for (const button of document.querySelectorAll<HTMLInputElement>('.tabs input')) {
    if (button.value === localStorage.getItem(STORED)) button.checked = true;
    button.addEventListener('change', () => localStorage.setItem(STORED, button.value));
  }
}
