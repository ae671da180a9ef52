import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../messages.ts';
import { navigate } from '../router.ts';
import { toFrontPath } from '../routes.ts';
import { api } from '../service/api.ts';
import { attemptQuietly } from '../status.ts';
import { FRONT_PAGE } from './read.ts';
import { Stories } from './stories.tsx';

const { order: texts } = messages;

interface Title {
  id: number;
  title: string;
}

/** The editorial order of the front page or of a section. */
export function OrderPage({ page }: { page: number }) {
  const pages = usePages();
  const title = pages.find(({ id }) => id === page)?.title ?? '';
  return (
    <div class="place order">
      <header class="place-head">
        <h2>{texts.title}</h2>
        <label class="page-choice">
          <span>{texts.page}</span>
          <select
            value={String(page)}
            onChange={event => {
              navigate(toFrontPath(Number(event.currentTarget.value)));
              // Whoever stays because of unsaved changes sees the page that is shown.
              event.currentTarget.value = location.pathname.split('/').at(-1)?.replace('front', '0') ?? '';
            }}
          >
            {pages.map(({ id, title: name }) => (
              <option key={id} value={String(id)} selected={id === page}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <Stories key={page} page={page} title={title} />
    </div>
  );
}

/** The front page, and the sections as soon as they are read. */
function usePages(): readonly Title[] {
  const pages = useSignal<readonly Title[]>([{ id: FRONT_PAGE, title: texts.front }]);
  useEffect(() => {
    const cancel = new AbortController();
    void attemptQuietly(async () => {
      const sections = await api.sections.list({ signal: cancel.signal }).catch((error: unknown) => {
        if (!cancel.signal.aborted) throw error;
        return [];
      });
      const titles = sections.map(({ id, title }) => ({ id: Number(id), title: String(title) }));
      if (!cancel.signal.aborted) pages.value = [{ id: FRONT_PAGE, title: texts.front }, ...titles];
    });
    return () => cancel.abort();
  }, []);
  return pages.value;
}
