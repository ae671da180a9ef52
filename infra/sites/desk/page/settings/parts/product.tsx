import { messages } from '../../messages.ts';
import { Address, Amount, Cluster, Line, Text, type Bound } from '../controls/simple.tsx';
import { PictureField } from '../controls/picture.tsx';
import { isFields, withField } from '../values.ts';

const { parts } = messages.settings;
const MAX_RATING = 5;

/** What a review is about. Without any of its parts there is no product. */
export function Product({ bound: { label, value, write } }: { bound: Bound }) {
  const product = isFields(value) ? value : {};
  const bind = (name: keyof typeof parts): Bound => ({
    label: parts[name],
    value: product[name],
    write: part => {
      const next = withField(product, name, part);
      write(Object.keys(next).length === 0 ? null : next);
    },
  });
  const image = bind('image_id');
  return (
    <Cluster label={label}>
      <Line {...bind('name')} />
      <Line {...bind('brand')} />
      <Amount {...bind('price')} />
      <Line {...bind('currency')} />
      <Address {...bind('url')} />
      <Amount {...bind('rating')} max={MAX_RATING} />
      <Text {...bind('description')} />
      <PictureField bound={image} onChoose={picture => image.write(picture?.id)} />
    </Cluster>
  );
}
