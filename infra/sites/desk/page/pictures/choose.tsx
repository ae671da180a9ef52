import { messages } from '../messages.ts';
import { attempt } from '../status.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useIsShown } from '../ui/is-shown.ts';
import { readPictureAgain, type Picture } from './known.ts';
import { Library } from './library.tsx';

interface Props {
  onChoose: (picture: Picture) => void;
  onClose: () => void;
}

/** Chooses a picture: of all uploads, of the catalogue, or a new one. */
export function ChoosePicture({ onChoose, onClose }: Props) {
  const isShown = useIsShown();
  const choose = (id: number): void => {
    void attempt('', async () => {
      const picture = await readPictureAgain(id);
      if (isShown()) onChoose(picture);
    });
  };
  return (
    <Dialog title={messages.pictures.choose} class="library" onClose={onClose}>
      <Library onChoose={choose} />
    </Dialog>
  );
}
