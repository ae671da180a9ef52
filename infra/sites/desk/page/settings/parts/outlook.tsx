import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { messages } from '../../messages.ts';
import { readPicture, toThumbnail } from '../../pictures/known.ts';
import { me } from '../../service/me.ts';
import { followsHeadline } from '../../story/address.ts';
import type { Story } from '../../story/story.ts';
import { toNumber } from '../values.ts';

const { settings: texts } = messages;

/** The first of the fields that has words. */
function firstText(story: Story, ...names: string[]): string {
  return names.map(name => story.fields.readText(name)).find(text => text.trim() !== '') ?? '';
}

/** Where readers find the story, as it was last saved. */
export function AddressPreview({ story }: { story: Story }) {
  const { value: post } = story.post;
  if (!post) return null;
  const { post_url: address } = post;
  if (followsHeadline(post)) return <p class="outlook-address">{texts.addressLater}</p>;
  return (
    <p class="outlook-address">
      <small>{texts.addressNow}</small> {address}
    </p>
  );
}

/** How others show a link to the story. */
export function SocialPreview({ story }: { story: Story }) {
  const source = useSignal('');
  const id =
    toNumber(story.fields.read('social_teaser_image_id')) ??
    toNumber(story.fields.read('teaser_image_id')) ??
    toNumber(story.fields.read('image_id'));
  useEffect(() => {
    source.value = '';
    if (id !== undefined)
      readPicture(id).then(
        picture => (source.value = toThumbnail(picture, '600x')),
        () => undefined,
      );
  }, [id]);
  const host = URL.parse(me.value?.site.base_url ?? '')?.host ?? '';
  return (
    <figure class="outlook">
      {source.value !== '' && <img src={source.value} alt="" />}
      <figcaption>
        <small>{host}</small>
        <strong>{firstText(story, 'og_title', 'page_title', 'headline')}</strong>
        <span>{firstText(story, 'og_description', 'meta_description', 'subheadline')}</span>
      </figcaption>
    </figure>
  );
}
