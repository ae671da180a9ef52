import { messages } from '../../messages.ts';
import { Choice, Cluster, Flag, Line, Text, type Bound } from '../controls/simple.tsx';
import { PictureField } from '../controls/picture.tsx';
import { isFields, toList, withField, type Fields } from '../values.ts';

const { settings: texts } = messages;
const { parts } = texts;
const TEXTS = ['headline', 'headline_html', 'manual_basename', 'caption', 'credit', 'media', 'body'] as const;
const LONG: readonly string[] = ['headline_html', 'media', 'body'];

/** The items of a list post, with what stands around them. Without items and settings there is no list. */
export function Listicle({ bound: { label, value, write } }: { bound: Bound }) {
  const listicle = isFields(value) ? value : {};
  const items = toList(listicle.items);
  const setItems = (next: readonly Fields[]): void =>
    write(next.length === 0 ? withField(listicle, 'items', undefined) : { ...listicle, items: next });
  return (
    <Cluster label={label}>
      <Around listicle={listicle} write={write} />
      <ol class="items">
        {items.map((item, index) => (
          <li key={index}>
            <Item
              item={item}
              number={index + 1}
              write={next => setItems(items.map((current, at) => (at === index ? next : current)))}
            />
            <ItemActions items={items} index={index} setItems={setItems} />
          </li>
        ))}
      </ol>
      <button type="button" onClick={() => setItems([...items, {}])}>
        {texts.addItem}
      </button>
    </Cluster>
  );
}

interface ActionsProps {
  items: readonly Fields[];
  index: number;
  setItems: (items: readonly Fields[]) => void;
}

function ItemActions({ items, index, setItems }: ActionsProps) {
  return (
    <span class="actions">
      <button
        type="button"
        class="quiet"
        disabled={index === 0}
        onClick={() => setItems(moveItem(items, index, -1))}
      >
        {texts.up(index + 1)}
      </button>
      <button
        type="button"
        class="quiet"
        disabled={index === items.length - 1}
        onClick={() => setItems(moveItem(items, index, 1))}
      >
        {texts.down(index + 1)}
      </button>
      <button type="button" class="quiet" onClick={() => setItems(items.filter((_, at) => at !== index))}>
        {texts.removeItem(index + 1)}
      </button>
    </span>
  );
}

function moveItem(items: readonly Fields[], index: number, by: number): Fields[] {
  const moved = [...items];
  moved.splice(index + by, 0, ...moved.splice(index, 1));
  return moved;
}

function Around({ listicle, write }: { listicle: Fields; write: (value: unknown) => void }) {
  const settings = isFields(listicle.settings) ? listicle.settings : {};
  const set = (name: string, value: unknown): void =>
    write({ ...listicle, settings: { ...settings, [name]: value } });
  const layout = settings.layout_type === 2 ? '2' : '1';
  return (
    <>
      <Choice
        label={parts.layout_type}
        value={layout}
        write={choice => set('layout_type', Number(choice))}
        options={[
          { value: '1', label: texts.regular },
          { value: '2', label: texts.slideshow },
        ]}
      />
      <Flag
        label={parts.body_text_above}
        value={settings.body_text_above}
        write={is => set('body_text_above', is)}
      />
    </>
  );
}

interface ItemProps {
  item: Fields;
  number: number;
  write: (item: Fields) => void;
}

function Item({ item, number, write }: ItemProps) {
  const bind = (name: keyof typeof parts): Bound => ({
    label: parts[name],
    value: item[name],
    write: value => write(withField(item, name, value)),
  });
  return (
    <Cluster label={texts.item(number)}>
      {TEXTS.map(name =>
        LONG.includes(name) ? (
          <Text key={name} {...bind(name)} isSource={name !== 'body'} />
        ) : (
          <Line key={name} {...bind(name)} />
        ),
      )}
      <PictureField
        bound={bind('image_id')}
        onChoose={picture =>
          write({
            ...withField(item, 'image_id', picture?.id),
            ...(picture && { is_image: true }),
            ...(picture && item.credit === undefined && { credit: picture.photo_credit }),
          })
        }
      />
      <Flag {...bind('is_image')} />
    </Cluster>
  );
}
