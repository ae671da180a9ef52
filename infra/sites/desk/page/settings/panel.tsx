import { useSignal } from '@preact/signals';
import { messages } from '../messages.ts';
import { me } from '../service/me.ts';
import type { Story } from '../story/story.ts';
import { SiteData } from './controls/data.tsx';
import { Paths } from './controls/paths.tsx';
import { PictureField } from './controls/picture.tsx';
import { Address, Flag, Line, Text, type Bound } from './controls/simple.tsx';
import { Time } from './controls/time.tsx';
import { Listicle } from './parts/listicle.tsx';
import { Authors, Badges, PostType } from './parts/people.tsx';
import { PrimarySection, PrimaryTag, Sections, Tags } from './parts/place.tsx';
import { writeCrops, writePicture } from './parts/picture-fields.ts';
import { Product } from './parts/product.tsx';
import { AddressPreview, SocialPreview } from './parts/outlook.tsx';
import { Previews } from './previews.tsx';
import { mayWrite } from './rights.ts';
import { GROUPS, type FieldRow, type Group } from './table.ts';

const { settings: texts } = messages;

/** All settings of a story, next to its text. What the author may not write isn’t shown. */
export function Panel({ story }: { story: Story }) {
  if (!mayWrite(story.post.value)) return <p class="hint">{texts.readOnly}</p>;
  return (
    <>
      {GROUPS.map(group => (
        <OneGroup key={group.name} group={group} story={story} />
      ))}
      <Previews story={story} />
    </>
  );
}

function OneGroup({
  group: { name, rows, isOpen: isOpenAtFirst = false },
  story,
}: {
  group: Group;
  story: Story;
}) {
  const isOpen = useSignal(isOpenAtFirst);
  const shown = rows.filter(({ isOn }) => !isOn || (me.value && isOn(me.value.site)));
  return (
    <details open={isOpen.value} onToggle={event => (isOpen.value = event.currentTarget.open)}>
      <summary>{texts.groups[name]}</summary>
      {isOpen.value && (
        <div class="fields">
          {shown.map(row => (
            <Field key={row.name} row={row} story={story} />
          ))}
          {name === 'address' && <AddressPreview story={story} />}
          {name === 'social' && <SocialPreview story={story} />}
        </div>
      )}
    </details>
  );
}

function Field({ row: { name, control }, story }: { row: FieldRow; story: Story }) {
  const labels: Readonly<Record<string, string>> = messages.fields;
  const hints: Readonly<Record<string, string>> = texts.hints;
  const bound: Bound = {
    label: labels[name] ?? name,
    value: story.fields.read(name),
    write: value => story.fields.write(name, value),
    fault: story.fields.faults.value[name],
    hint: hints[name],
  };
  switch (control) {
    case 'line':
      return <Line {...bound} />;
    case 'text':
      return <Text {...bound} />;
    case 'html':
      return <Text {...bound} isSource />;
    case 'address':
      return <Address {...bound} />;
    case 'flag':
      return <Flag {...bound} />;
    case 'time':
      return <Time {...bound} />;
    case 'picture':
      return (
        <PictureField
          bound={bound}
          onChoose={picture => writePicture(story.fields, name, picture)}
          onCrop={crops => writeCrops(story.fields, name, crops)}
        />
      );
    default:
      return <Special control={control} bound={bound} story={story} />;
  }
}

interface SpecialProps {
  control: FieldRow['control'];
  bound: Bound;
  story: Story;
}

function Special({ control, bound, story }: SpecialProps) {
  switch (control) {
    case 'type':
      return <PostType bound={bound} />;
    case 'sections':
      return <Sections story={story} bound={bound} />;
    case 'primarySection':
      return <PrimarySection story={story} bound={bound} />;
    case 'tags':
      return <Tags bound={bound} />;
    case 'primaryTag':
      return <PrimaryTag story={story} bound={bound} />;
    case 'authors':
      return <Authors bound={bound} />;
    case 'badges':
      return <Badges bound={bound} />;
    case 'paths':
      return <Paths bound={bound} />;
    case 'listicle':
      return <Listicle bound={bound} />;
    case 'product':
      return <Product bound={bound} />;
    default:
      return <SiteData {...bound} />;
  }
}
