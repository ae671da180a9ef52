import { Library } from './library.tsx';
import { PicturePage } from './picture-page.tsx';

/** The library, or one of its pictures. */
export function Gallery({ id }: { id: number | undefined }) {
  return id === undefined ? <Library /> : <PicturePage key={id} id={id} />;
}
