import { messages } from '../messages.ts';
import type { Source } from '../pictures/find.ts';
import { SourceChoice } from '../pictures/source-choice.tsx';
import { Uploads } from '../pictures/uploads.tsx';
import { useFind } from '../pictures/use-find.ts';
import { address, setQuery } from '../router.ts';
import { ROOT } from '../routes.ts';
import { may } from '../service/me.ts';
import { SearchField } from '../ui/search-field.tsx';

const { pictures: texts } = messages;

/** All pictures and the catalogue, with search, which is kept in the address. */
export function Library() {
  const query = new URLSearchParams(address.value.search);
  const source: Source = query.get('source') === 'catalogue' ? 'catalogue' : 'recent';
  const search = useFind(source, query.get('find') ?? '');
  const found = search.found.value;
  return (
    <div class="place gallery">
      <h2>{texts.title}</h2>
      <div class="gallery-head">
        <SearchField label={texts.search} />
        <SourceChoice
          source={source}
          onChange={chosen => setQuery('source', chosen === 'recent' ? '' : chosen)}
        />
      </div>
      {may('upload') && <Uploads onUpload={search.reload} />}
      {!found && <p class="hint">{messages.list.loadingMore}</p>}
      {found?.length === 0 && <p class="hint">{texts.none}</p>}
      <ul class="pictures">
        {found?.map(({ id, src, alt, label }) => (
          <li key={id}>
            <a href={`${ROOT}pictures/${id}`}>
              <img src={src} alt="" loading="lazy" />
              <span>{label}</span>
              {alt === '' && <small>{texts.noAlt}</small>}
            </a>
          </li>
        ))}
      </ul>
      {search.hasMore && (
        <button type="button" class="more" onClick={search.more}>
          {messages.list.more}
        </button>
      )}
    </div>
  );
}
