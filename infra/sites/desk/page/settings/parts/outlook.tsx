import { messages } from '../../messages.ts';
import { toThumbnail } from '../../pictures/known.ts';
import { usePicture } from '../../pictures/use-picture.ts';
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
  const id =
    toNumber(story.fields.read('social_teaser_image_id')) ??
    toNumber(story.fields.read('teaser_image_id')) ??
    toNumber(story.fields.read('image_id'));
  const picture = usePicture(id);
  const host = URL.parse(me.value?.site.base_url ?? '')?.host ?? '';
  return (
    <figure class="outlook">
      {picture && <img src={toThumbnail(picture, '600x')} alt="" />}
      <figcaption>
        <small>{host}</small>
        <strong>{firstText(story, 'og_title', 'page_title', 'headline')}</strong>
        <span>{firstText(story, 'og_description', 'meta_description', 'subheadline')}</span>
      </figcaption>
    </figure>
  );
}
