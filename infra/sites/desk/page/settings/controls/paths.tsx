import { messages } from '../../messages.ts';
import { toList, toText } from '../values.ts';
import { Cluster, Labelled, type Bound } from './simple.tsx';

const { settings: texts } = messages;

/** Addresses of the story’s own; the first one is where readers find it. An address is written once its field is left. */
export function Paths({ bound: { label, value, write, fault } }: { bound: Bound }) {
  const paths = toList(value).map(({ path }) => toText(path));
  const set = (next: readonly string[]): void =>
    write(next.filter(path => path.trim() !== '').map(path => ({ view: 'web', path: path.trim() })));
  return (
    <Cluster label={label}>
      {[...paths, ''].map((path, index) => (
        <Labelled key={index} label={texts.path(index + 1)} fault={index === 0 ? fault : undefined}>
          <input
            type="text"
            placeholder="/"
            value={path}
            onChange={event => {
              const next = [...paths];
              next[index] = event.currentTarget.value;
              set(next);
            }}
          />
        </Labelled>
      ))}
    </Cluster>
  );
}
