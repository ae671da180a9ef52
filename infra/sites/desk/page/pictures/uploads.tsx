import { signal, useSignal, type Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { messages } from '../messages.ts';
import { uploadApi } from '../service/api.ts';
import { attempt, showError } from '../status.ts';
import { describeError } from '../words.ts';
import { describePicture, toThumbnail, type Picture } from './known.ts';

const { pictures: texts } = messages;
const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp,image/avif';

/** A file that is being uploaded, or was. */
interface Upload {
  name: string;
  share: Signal<number>;
  picture: Signal<Picture | undefined>;
}

interface Props {
  onUpload: (picture: Picture) => void;
  /** Takes a new picture at once. */
  onChoose?: ((id: number) => void) | undefined;
}

/** Uploads pictures that are dropped or chosen, and asks for their description. */
export function Uploads({ onUpload, onChoose }: Props) {
  const id = useId();
  const { uploads, send } = useUploads(onUpload);
  const drop = useDrop(files => void send(files));
  return (
    <div {...drop}>
      <label for={id}>{texts.uploadOrDrop}</label>
      <input
        type="file"
        id={id}
        multiple
        accept={ACCEPTED}
        onChange={event => {
          void send([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <ul class="uploads">
        {uploads.value.map(upload => (
          <Uploaded key={upload.name} upload={upload} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  );
}

/** Uploads files one after the other. */
function useUploads(onUpload: Props['onUpload']) {
  const uploads = useSignal<readonly Upload[]>([]);
  const send = async (files: readonly File[]): Promise<void> => {
    const begun = files.map((file): Upload & { file: File } => ({
      ...{ file, name: file.name, share: signal(0), picture: signal<Picture | undefined>(undefined) },
    }));
    uploads.value = [...begun, ...uploads.value];
    const refused: string[] = [];
    for (const upload of begun) {
      try {
        const picture = await uploadApi.images.upload(upload.file, {
          onProgress: ({ loaded, total }) => (upload.share.value = total === 0 ? 1 : loaded / total),
        });
        upload.picture.value = picture;
        onUpload(picture);
      } catch (error) {
        uploads.value = uploads.value.filter(listed => listed !== upload);
        refused.push(messages.refusals.file(upload.name, describeError(error)));
        showError(new Error(refused.join(' ')));
      }
    }
  };
  return { uploads, send };
}

/** @returns the attributes of the element that takes the files */
function useDrop(onDrop: (files: readonly File[]) => void) {
  const isOver = useSignal(false);
  return {
    class: `drop ${isOver.value ? 'target' : ''}`,
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      isOver.value = true;
    },
    onDragLeave: (): void => {
      isOver.value = false;
    },
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      isOver.value = false;
      onDrop([...(event.dataTransfer?.files ?? [])]);
    },
  };
}

function Uploaded({ upload, onChoose }: { upload: Upload; onChoose: Props['onChoose'] }) {
  const { name, share, picture } = upload;
  const { value: made } = picture;
  if (!made)
    return (
      <li role="status">
        <progress max={1} value={share.value} aria-label={name} />
        {messages.cards.uploading(Math.round(share.value * 100))}
      </li>
    );
  return (
    <li>
      <img src={toThumbnail(made)} alt="" />
      <AltField picture={made} onSave={saved => (picture.value = saved)} />
      {onChoose && (
        <button type="button" class="primary" onClick={() => onChoose(made.id)}>
          {texts.use}
        </button>
      )}
    </li>
  );
}

/** The description of a new picture, which is saved when the field is left. */
function AltField({ picture, onSave }: { picture: Picture; onSave: (picture: Picture) => void }) {
  const save = (alt: string): void => {
    if (alt === picture.alt) return;
    void attempt(texts.described, async () => {
      onSave(await describePicture(picture.id, alt));
    });
  };
  return (
    <label class={picture.alt === '' ? 'without-alt' : ''}>
      <span>{texts.alt}</span>
      <input
        type="text"
        defaultValue={picture.alt}
        maxLength={1000}
        onChange={event => save(event.currentTarget.value.trim())}
      />
    </label>
  );
}
