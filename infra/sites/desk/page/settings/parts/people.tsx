import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../../messages.ts';
import { api } from '../../service/api.ts';
import { me } from '../../service/me.ts';
import { nameAuthor } from '../../service/names.ts';
import { attemptQuietly } from '../../status.ts';
import { Chips } from '../controls/chips.tsx';
import { Combo } from '../controls/combo.tsx';
import { Choice, Cluster, type Bound } from '../controls/simple.tsx';
import { toNumbers, toText } from '../values.ts';

const { settings: texts } = messages;

export function Authors({ bound: { label, value, write, fault } }: { bound: Bound }) {
  const ids = toNumbers(value);
  const names = useSignal<ReadonlyMap<number, string>>(new Map());
  const wanted = ids.join();
  useEffect(() => {
    void Promise.all(ids.map(async id => [id, await nameAuthor(id)] as const)).then(
      found => (names.value = new Map(found)),
    );
  }, [wanted]);
  const suggest = async (typed: string) => {
    const found = await api.editor.suggest({ query: { authors: typed, limit: 8 } });
    return found.authors
      .filter(({ id }) => !ids.includes(id))
      .map(({ id, title, count }) => ({ key: String(id), label: title, note: texts.stories(count) }));
  };
  return (
    <Cluster label={label} fault={fault}>
      <Chips
        label={label}
        chips={ids.map(id => ({ key: id, label: names.value.get(id) ?? '…' }))}
        onRemove={({ key }) => write(ids.filter(id => id !== key))}
      />
      <Combo
        label={texts.addAuthor}
        suggest={suggest}
        onChoose={({ key }) => write([...ids, Number(key)])}
        isWrong={fault !== undefined}
      />
    </Cluster>
  );
}

export function PostType({ bound }: { bound: Bound }) {
  const types = me.value?.site.post_types ?? [];
  const names: Readonly<Record<string, string>> = texts.types;
  return (
    <Choice
      {...bound}
      value={toText(bound.value)}
      options={types.map(type => ({ value: type, label: names[type] ?? type }))}
    />
  );
}

export function Badges({ bound: { label, value, write, fault } }: { bound: Bound }) {
  const badges = useSignal<readonly { id: number; name: string }[]>([]);
  useEffect(
    () =>
      void attemptQuietly(async () => {
        badges.value = await api.badges.list();
      }),
    [],
  );
  const ids = toNumbers(value);
  return (
    <Cluster label={label} fault={fault}>
      {badges.value.length === 0 && <small>{texts.noBadges}</small>}
      {badges.value.map(({ id, name }) => (
        <label key={id} class="flag">
          <input
            type="checkbox"
            checked={ids.includes(id)}
            onChange={() => write(ids.includes(id) ? ids.filter(listedId => listedId !== id) : [...ids, id])}
          />
          <span>{name}</span>
        </label>
      ))}
    </Cluster>
  );
}
