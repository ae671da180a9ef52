import { useEffect } from 'preact/hooks';
import { guardLeaving } from '../router.ts';
import { mayDiscard } from '../view.ts';

/** Asks before unsaved changes are lost. @param isUnsaved that of the first call is asked, as long as the view is shown */
export function useLeaveWarning(isUnsaved: () => boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    const end = guardLeaving(() => mayDiscard(isUnsaved()));
    return () => {
      end();
      removeEventListener('beforeunload', warn);
    };
  }, []);
}
