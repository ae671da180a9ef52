import type { Client } from '../../../../shared/client/index.ts';
import { element, field } from '../dom.ts';
import { attempt } from '../status.ts';
import { Cropper } from './cropper.ts';

/** Uploads a picture, or takes one by its id, and lets its crops be adjusted. */
export function imagesView(client: Client, signal: AbortSignal): Promise<HTMLElement> {
  const place = element('div', {});
  const progress = element('progress', {
    max: 1,
    value: 0,
    hidden: true,
    attributes: { 'aria-label': 'Upload' },
  });
  const open = (image: Awaited<ReturnType<Client['images']['get']>>): void =>
    place.replaceChildren(new Cropper(client, image, signal).root);

  const file = element('input', {
    type: 'file',
    accept: 'image/jpeg,image/png,image/gif,image/webp,image/avif',
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    progress.hidden = false;
    const onProgress = ({ loaded, total }: { loaded: number; total: number }): void => {
      progress.value = total === 0 ? 1 : loaded / total;
    };
    void attempt('Uploaded.', async () =>
      open(await client.images.upload(chosen, { onProgress, signal })),
    ).then(() => (progress.hidden = true));
  });

  const id = element('input', { type: 'text', inputMode: 'numeric', pattern: '[0-9]+', required: true });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void attempt('Opened.', async () => open(await client.images.get({ path: { id: Number(id.value) } })));
  };
  return Promise.resolve(
    element(
      'section',
      {},
      element('h2', {}, 'Images'),
      element('div', { class: 'sources' }, field('Upload a picture', file), progress),
      element(
        'form',
        { class: 'sources', on: { submit } },
        field('Or the id of one', id),
        element('button', { type: 'submit' }, 'Open'),
      ),
      place,
    ),
  );
}
