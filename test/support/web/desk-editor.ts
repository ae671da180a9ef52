import type { Locator, Page } from 'playwright-core';
import { eventually, type Api } from '../api/api.ts';
import { makeDraft, ok } from '../resources/posts.ts';

/** The field with the body in the desk's editor. */
export function textOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Text' });
}

export function waitForSaved(page: Page): Promise<void> {
  return page.locator('.save-state.saved').waitFor();
}

/** The stories that tests of the editor open and read again. */
export function useStories(api: Api) {
  const readPost = (id: number) => ok(api.get(`/editor/posts/${id}`));
  return {
    readPost,
    /** The body of a post, once it has a text. */
    bodyWith: async (id: number, text: string): Promise<string> =>
      (
        await eventually(
          () => readPost(id),
          ({ body }) => body.includes(text),
        )
      ).body,
    draftWith: async (body: string): Promise<number> =>
      (await makeDraft(api, { headline: 'Bridge', body })).id,
  };
}
