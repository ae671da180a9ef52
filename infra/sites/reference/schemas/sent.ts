/* The schemas of requests that the document names, as they are exported here; others are inline. */
export { BulkItem } from '../../../../shared/library/dam/bulk/input.ts';
export {
  AssetCreateInput as AssetCreate,
  AssetEditInput as AssetEdit,
} from '../../../../shared/library/dam/input.ts';
export { ImageEditInput as ImageEdit } from '../../../../shared/library/images/input.ts';
export { UploadInput } from '../../../../shared/library/uploads/create.ts';
export {
  AuthorCreateInput as AuthorCreate,
  AuthorEditInput as AuthorEdit,
} from '../../../../shared/people/authors/input.ts';
export { AuthorStatus } from '../../../../shared/people/authors/record.ts';
export { Permission } from '../../../../shared/platform/site/permissions.ts';
export {
  id as IdInput,
  imageCropsInput as ImageCropsInput,
} from '../../../../shared/platform/values/fields.ts';
export { OrderInput } from '../../../../shared/posts/order/record.ts';
export {
  DraftCreateInput as DraftCreate,
  DraftEditInput as DraftEdit,
} from '../../../../shared/posts/record/input.ts';
export {
  AnyPostEditInput as EditorPostEdit,
  PostCreateInput as PostCreate,
  PostEditInput as PostEdit,
} from '../../../../shared/posts/record/input.ts';
export { ListicleInput, ProductInput } from '../../../../shared/posts/record/listicle.ts';
export {
  BadgeCreateInput as BadgeCreate,
  BadgeInput as BadgeEdit,
} from '../../../../shared/taxonomy/badges/input.ts';
export {
  SectionCreateInput as SectionCreate,
  SectionInput as SectionEdit,
} from '../../../../shared/taxonomy/sections/input.ts';
export {
  TagCreateInput as TagCreate,
  TagInput as TagEdit,
} from '../../../../shared/taxonomy/sections/input.ts';
