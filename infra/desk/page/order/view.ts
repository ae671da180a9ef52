import type { Client } from '../../../../shared/client/index.ts';
import { element, field } from '../dom.ts';
import { reasonOf, say } from '../status.ts';
import { Arrangement } from './arrangement.ts';

const FRONT_PAGE = 0;

/** The editorial order of the front page and of each section. */
export async function orderView(client: Client): Promise<HTMLElement> {
  const sections = await client.sections.list();
  const choice = element('select', {});
  choice.append(
    element('option', { value: String(FRONT_PAGE) }, 'Front page'),
    ...sections.map(({ id, title }) => element('option', { value: String(id) }, title ?? '')),
  );
  const place = element('div', {});
  const open = async (): Promise<void> => {
    try {
      place.replaceChildren((await Arrangement.of(client, Number(choice.value))).root);
    } catch (error) {
      say(reasonOf(error), true);
    }
  };
  choice.addEventListener('change', () => void open());
  await open();
  return element('section', {}, element('h2', {}, 'Editorial order'), field('Page', choice), place);
}
