import { element, field } from '../dom.ts';
import { LatestLoad } from '../latest-load.ts';
import { whileRunning, attempt } from '../status.ts';
import { mayDiscard, type Desk, type View } from '../view.ts';
import { Cropper, type Image } from './cropper.ts';

/** Uploads an image or loads one by its id, for adjusting its crops. */
export function imagesView({ client, uploads, signal: view }: Desk): View {
  const place = element('div', {});
  const loads = new LatestLoad(view);
  let cropper: Cropper | undefined;
  const isUnsaved = (): boolean => cropper?.isUnsaved ?? false;
  const open = async (load: (signal: AbortSignal) => Promise<Image>): Promise<void> => {
    await loads.run(load, image => {
      cropper = new Cropper(client, image, view);
      place.replaceChildren(cropper.root);
    });
  };
  const upload = (chosen: File, onProgress: OnProgress): Promise<unknown> =>
    attempt('Uploaded.', () => open(signal => uploads.images.upload(chosen, { onProgress, signal })));
  const openById = (id: number): Promise<unknown> =>
    attempt('Opened.', () => open(signal => client.images.get({ path: { id }, signal })));
  const root = element(
    'section',
    {},
    element('h2', {}, 'Images'),
    uploader((file, onProgress) => ask(isUnsaved(), () => upload(file, onProgress))),
    opener(id => ask(isUnsaved(), () => openById(id))),
    place,
  );
  return { root, isUnsaved };
}

type OnProgress = (progress: { loaded: number; total: number }) => void;

function ask(isUnsaved: boolean, work: () => Promise<unknown>): Promise<unknown> {
  return mayDiscard(isUnsaved) ? work() : Promise.resolve();
}

function uploader(upload: (file: File, onProgress: OnProgress) => Promise<unknown>): HTMLElement {
  const progress = element('progress', {
    max: 1,
    value: 0,
    hidden: true,
    attributes: { 'aria-label': 'Upload' },
  });
  const file = element('input', {
    type: 'file',
    accept: 'image/jpeg,image/png,image/gif,image/webp,image/avif',
  });
  const onProgress: OnProgress = ({ loaded, total }) => {
    progress.value = total === 0 ? 1 : loaded / total;
  };
  const root = element('div', { class: 'sources' }, field('Upload an image', file), progress);
  const send = async (): Promise<void> => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    progress.hidden = false;
    await upload(chosen, onProgress);
    progress.hidden = true;
    // Allows choosing the same file again.
    file.value = '';
  };
  file.addEventListener('change', () => void whileRunning(root, send));
  return root;
}

function opener(open: (id: number) => Promise<unknown>): HTMLElement {
  const id = element('input', { type: 'text', inputMode: 'numeric', pattern: '[0-9]+', required: true });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void whileRunning(form, () => open(Number(id.value)));
  };
  const form = element(
    'form',
    { class: 'sources', on: { submit } },
    field('Or the id of an image', id),
    element('button', { type: 'submit' }, 'Open'),
  );
  return form;
}
